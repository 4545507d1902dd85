/** Behind the escapes that stand for a line break or a colour, and behind an escaped character of an address. */
const behindEscape = '(?<=\\\\[nrt])|(?<=\\u001b\\[[\\d;]{0,12}m)|(?<=%[\\dA-Fa-f]{2})';
const wordStart = `(?:(?<![A-Za-z0-9])|${behindEscape})`;
/** Where a name may begin that has a value. */
export const nameStart = `(?:(?<![\\w.\\\\-])|${behindEscape})`;

/** Forms of keys by the programs that issue them. Every repetition is bounded. */
const keys: readonly string[] = [
  // Anthropic, OpenAI and those that took their form.
  'sk-[A-Za-z0-9_-]{16,300}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,200}',
  'whsec_[A-Za-z0-9+/=]{16,200}',
  'gh[pousr]_[A-Za-z0-9]{20,300}',
  'github_pat_[A-Za-z0-9_]{20,300}',
  'gl(?:pat|ptt|dt|rt|soat|ft|cbt|agent|imt)-[A-Za-z0-9_-]{16,100}',
  'xox[a-z](?:\\.xox[a-z])?-[A-Za-z0-9-]{10,300}',
  'xapp-[A-Za-z0-9-]{10,300}',
  'https://hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{10,200}',
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])',
  'AIza[A-Za-z0-9_-]{35}',
  'ya29\\.[A-Za-z0-9_-]{20,2000}',
  '1//0[A-Za-z0-9_-]{30,300}',
  'GOCSPX-[A-Za-z0-9_-]{20,100}',
  'npm_[A-Za-z0-9]{30,100}',
  'pypi-[A-Za-z0-9_-]{30,300}',
  'hf_[A-Za-z0-9]{20,100}',
  'gsk_[A-Za-z0-9]{20,200}',
  'xai-[A-Za-z0-9]{20,200}',
  'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}',
  'SK[0-9a-f]{32}(?![A-Za-z0-9])',
  'do[opr]_v1_[a-f0-9]{40,100}',
  'dckr_[a-z]{2,8}_[A-Za-z0-9_-]{20,100}',
  'dapi[0-9a-f]{32}',
  'lin_(?:api|oauth)_[A-Za-z0-9]{20,100}',
  'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}',
  'hv[sbr]\\.[A-Za-z0-9_-]{20,300}',
  'ATATT3[A-Za-z0-9_=-]{30,300}',
  'PMAK-[A-Za-z0-9-]{20,100}',
  // Bots of Discord and Telegram.
  '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,60}',
  '\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9])',
  'AGE-SECRET-KEY-1[A-Z0-9]{20,100}',
  // A JSON Web Token.
  'eyJ[A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{10,8000}\\.[A-Za-z0-9_-]{0,2000}',
];

/** Places where any text is a secret. A group named `keep` stays before the mask. */
const places: readonly RegExp[] = [
  /(?<keep>\bAuthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:[A-Za-z]{2,20}\s{1,3})?)[^\s"'`,$<{[][^\s"'`,]{5,4000}/gi,
  /(?<keep>\b(?:Bearer|Basic)\s{1,3})[A-Za-z0-9+/=._~-]{16,4000}/gi,
  /(?<keep>\b(?:Set-)?Cookie["']?\s{0,3}:\s{0,3}["']?[^\s=;:"']{1,80}=)[^\n"'`]{6,4000}/gi,
  // The password of an address, also one with signs that should have been escaped, and a token in the place of a name.
  /(?<keep>\b(?!https?:)[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"`]{0,100}:)(?!\d{1,5}\/)[^\s'"`<>]{1,200}(?=@)/gi,
  /(?<keep>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"`]{0,100}:)[^\s/'"`<>]{1,200}(?=@)/gi,
  /(?<keep>\bhttps?:\/\/)[A-Za-z0-9_-]{20,200}(?=@)/gi,
  /(?<keep>[?&](?:key|sig|signature|x-amz-(?:signature|credential|security-token)|auth|code)=)[^\s&"'#]{16,2000}/gi,
  /(?<keep>\bAccountKey=)[A-Za-z0-9+/=]{20,200}/g,
  /(?<keep>\bPrivate-Lines: \d{1,3}\r?\n)(?:[A-Za-z0-9+/=]{1,100}(?:\r?\n|$)){1,200}/g,
  // Command lines, and the file that curl takes passwords from.
  /(?<keep>\s(?:-u|--user)[\s=]{1,3}["']?[^\s:'"$]{1,100}:)[^\s"'$]{3,200}/g,
  /(?<keep>\bmachine\s{1,3}\S{1,200}\s{1,20}login\s{1,3}\S{1,200}\s{1,20}password\s{1,3})\S{1,200}/g,
];

/** What is a secret by how it looks or where it stands. Foreign text of any length takes time in proportion to it. */
export const secretForms: readonly RegExp[] = [...keys.map((form) => new RegExp(wordStart + form, 'g')), ...places];

const blockStart = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const blockEnd = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** Of a block that breaks off: lines of headers and of what looks like a key. */
const blockLines = /(?:\s|\\[rn]|[A-Za-z0-9+/=]{16,200}|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\]{0,200}){0,20000}/y;

/** `text` with `mask` for each block of a private key, also for one whose end is missing. */
export function maskKeyBlocks(text: string, mask: string): string {
  const kept: string[] = [];
  let from = 0;
  let end: { index: number; after: number } | undefined = { index: -1, after: 0 };
  const starts = [...text.matchAll(blockStart)];
  for (const [place, { index, 0: head }] of starts.entries()) {
    if (index < from) continue;
    if (end !== undefined && end.index < index) end = next(text, index);
    const until = starts[place + 1]?.index ?? text.length;
    kept.push(text.slice(from, index), mask);
    from = end !== undefined && end.index < until ? end.after : endOfLines(text, index + head.length);
  }
  return kept.join('') + text.slice(from);
}

function next(text: string, from: number): { index: number; after: number } | undefined {
  blockEnd.lastIndex = from;
  const found = blockEnd.exec(text);
  return found === null ? undefined : { index: found.index, after: found.index + found[0].length };
}

function endOfLines(text: string, from: number): number {
  blockLines.lastIndex = from;
  const lines = blockLines.exec(text)?.[0] ?? '';
  return from + lines.trimEnd().length;
}
