/** What stands in the place of a secret. */
export const mask = '[masked secret]';

/**
 * Forms of keys by the programs that issue them, and places where any text is a secret. Every repetition is bounded: foreign text of
 * any length takes time in proportion to it. A group named `keep` stays before the mask, `after` behind it.
 */
const forms: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[^-]{0,20000}(?:-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g,
  // Anthropic, OpenAI and those that took their form.
  /\bsk-[A-Za-z0-9_-]{16,300}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,200}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,300}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,300}/g,
  /\bglpat-[A-Za-z0-9_-]{16,100}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,300}/g,
  /\bxapp-[A-Za-z0-9-]{10,300}/g,
  /\bhttps:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/_-]{10,200}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bya29\.[A-Za-z0-9_-]{20,500}/g,
  /\bGOCSPX-[A-Za-z0-9_-]{20,100}/g,
  /\bnpm_[A-Za-z0-9]{30,100}/g,
  /\bpypi-[A-Za-z0-9_-]{30,300}/g,
  /\bhf_[A-Za-z0-9]{20,100}/g,
  /\bgsk_[A-Za-z0-9]{20,200}/g,
  /\bxai-[A-Za-z0-9]{20,200}/g,
  /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g,
  /\bdop_v1_[a-f0-9]{40,100}/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,100}/g,
  // A JSON Web Token.
  /\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{0,2000}/g,
  /(?<keep>\b(?:Bearer|Basic)\s{1,3})[A-Za-z0-9+/=._~-]{16,2000}/gi,
  // The password of an address.
  /(?<keep>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"`]{0,100}:)[^\s/@'"`]{1,200}(?<after>@)/gi,
  /(?<keep>\bAccountKey=)[A-Za-z0-9+/=]{20,200}/g,
];

/** Names whose value is a secret, as in `.env` files, JSON, YAML, headers and command lines. */
const assigned =
  /(?<keep>(?:\b|_)(?:pass(?:word|wd|phrase)|secrets?|(?:api|access|auth|private|secret|signing|encryption|client)[_-]?(?:key|token|secret)s?|token|credentials?)["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?)(?<value>[^\s"'`,;(){}<>]{6,500})/gi;
/** What is written in a value's place where it is not told. */
const placeholder = /^(?:null|none|true|false|undefined|string|number|boolean|required|optional|\*+|\.{3}|x{3,}|\$.*|%.*%|<.*|\[.*|process\.env.*|os\.environ.*|your[-_].*)$/i;

/** `text` with what looks like a secret masked: keys and tokens by their form, and values of names that say so. */
export function maskSecrets(text: string): string {
  let masked = text;
  for (const form of forms) {
    masked = masked.replace(form, (...found: unknown[]) => {
      const groups = found.at(-1);
      const { keep = '', after = '' } = typeof groups === 'object' ? (groups as Record<string, string | undefined>) : {};
      return `${keep}${mask}${after}`;
    });
  }
  return masked.replace(assigned, (whole: string, keep: string, value: string) => (isTold(value) ? keep + mask : whole));
}

/** A type or a word of prose is no secret: a value must have a digit or a sign in it, or be long. */
function isTold(value: string): boolean {
  return !placeholder.test(value) && !value.startsWith('[masked') && (/[\d!@#$%^&*+/\\|~]/.test(value) || value.length >= 20);
}
