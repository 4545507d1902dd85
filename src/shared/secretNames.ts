const secretWord = /(?:passw(?:or)?d|passphrase|secret|credential)s?$|(?:token|api_?key)$/;
const keys = /\b(?:api|access|auth|private|secret|signing|encryption|client|service|account|master|session|app|license) keys?\b/;
/** Names that end so are about a secret, and their values are none. */
const about = /^(?:id|ids|name|names|type|types|kind|url|uri|endpoint|file|path|dir|count|counts|limit|length|size|ttl|budget|usage|expiry|expires|expiration|policy|index|status|error|field|label|hint|min|max)$/;

/** Whether a name says that its value is a secret: `DB_PASSWORD`, `SecretAccessKey`, `--client-secret`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
  const last = words.at(-1) ?? '';
  if (about.test(last)) return false;
  if (words.some((word) => secretWord.test(word)) || keys.test(words.join(' '))) return true;
  return words.length > 1 && (/^(?:pass|pwd)$/.test(last) || (last === 'key' && isVariable(name)));
}

/** A name as variables of an environment have it. */
export function isVariable(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name);
}
