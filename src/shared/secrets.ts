import { isSecretName, isVariable } from './secretNames';
import { maskKeyBlocks, secretForms, nameStart } from './secretForms';

/** What stands in the place of a secret. */
export const mask = '[masked secret]';

/** A name before its value, as in `.env` files, JSON, YAML, headers, code and command lines. */
const assigned = new RegExp(`${nameStart}(?<name>-{0,2}[A-Za-z_][A-Za-z0-9_.-]{2,80})(?<sign>\\\\?["']?\\s{0,3}(?:=>|[:=])\\s{0,3})`, 'g');
/** An option before its value, with a blank between. */
const optional = /(?<=\s)(?<name>--[a-z][a-z-]{2,60})(?<sign>\s)(?!-)/g;
const quotedValue = /(?<quote>\\?["'`])(?<value>(?:(?!\k<quote>)(?:\\.|[^\n])){1,2000})/y;
const variableValue = /(?<value>[^\s"'`]{4,500})/y;
const bareValue = /(?<value>[^\s"'`,;(){}<>]{6,500})/y;

/** `text` with what looks like a secret masked: keys and tokens by their form, and values of names that say so. */
export function maskSecrets(text: string): string {
  let masked = maskKeyBlocks(text, mask);
  for (const form of secretForms) {
    masked = masked.replace(form, (...found: unknown[]) => {
      const groups = found.at(-1);
      const { keep = '' } = typeof groups === 'object' ? (groups as Record<string, string | undefined>) : {};
      return keep + mask;
    });
  }
  return maskValues(maskValues(masked, assigned), optional);
}

/** Masks the values of those names before them that `named` finds and that say so. */
function maskValues(text: string, named: RegExp): string {
  const kept: string[] = [];
  let from = 0;
  for (const { index, 0: head, groups } of text.matchAll(named)) {
    const { name = '', sign = '' } = groups ?? {};
    const at = index + head.length;
    if (at < from || !isSecretName(name)) continue;
    const secret = secretAt(text, at, isVariable(name) && sign === '=');
    if (secret === undefined) continue;
    kept.push(text.slice(from, secret.from), mask);
    from = secret.to;
  }
  return kept.join('') + text.slice(from);
}

/** A file of variables has nothing but values; elsewhere a type, an expression or a word of prose may stand there. */
function secretAt(text: string, at: number, isOfVariable: boolean): { from: number; to: number } | undefined {
  const value = valueBy(quotedValue, text, at) ?? valueBy(isOfVariable ? variableValue : bareValue, text, at);
  if (value === undefined || placeholder.test(value.text)) return undefined;
  const isTold = isOfVariable || value.text.length >= 20 || (value.text.length >= 6 && /[\d!@#$%^&*+/\\|~]/.test(value.text));
  return isTold ? value : undefined;
}

function valueBy(form: RegExp, text: string, at: number): { text: string; from: number; to: number } | undefined {
  form.lastIndex = at;
  const found = form.exec(text);
  const value = found?.groups?.['value'];
  return value === undefined ? undefined : { text: value, from: form.lastIndex - value.length, to: form.lastIndex };
}

/** What is written in a value's place where it is not told, or is masked already. */
const placeholder =
  /^(?:null|none|true|false|undefined|string|number|boolean|required|optional|\*+|\.{3}|x{3,}|\$.*|%.*%|<.*|\[.*|\(.*|process\.env.*|os\.environ.*|your[-_].*)$|\[masked secret\]/i;
