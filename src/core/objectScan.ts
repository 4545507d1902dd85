const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];

const mostDigits = 15;
/** Of a value that is asked for as text, in bytes; no id, time or number comes near it. */
const longestText = 4096;

/**
 * Walks the members of one JSON object in its bytes without making values of them: of the megabytes in a history few bytes
 * matter. What it walks over need not be valid beyond its quotes and brackets; at a place where no member can be, it ends.
 */
export class ObjectScan {
  private keyStart = 0;
  private keyEnd = 0;
  /** Where the present member's value begins. */
  valueStart = 0;
  /** Where the scan goes on; 0 while the present value has not been passed. */
  private after: number;
  /** Whether the object was walked to its closing bracket. */
  isWhole = false;

  /** `start`: the object's opening bracket; what follows it may reach `end`, not further. */
  constructor(public bytes: Uint8Array, start: number, private end: number) {
    this.after = bytes[start] === openObject ? start + 1 : end;
  }

  /** Begins another object, as a new scan would. */
  restart(bytes: Uint8Array, start: number, end: number): this {
    this.bytes = bytes;
    this.end = end;
    this.after = bytes[start] === openObject ? start + 1 : end;
    this.isWhole = false;
    return this;
  }

  /** Goes to the next member; `false` after the last one. */
  next(): boolean {
    const { bytes, end } = this;
    let at = skipSpace(bytes, this.valueEnd, end);
    if (bytes[at] === comma) at = skipSpace(bytes, at + 1, end);
    if (at >= end || bytes[at] !== quote) {
      this.isWhole = at < end && bytes[at] === closeObject;
      this.after = at;
      return false;
    }
    this.keyStart = at + 1;
    at = skipString(bytes, at + 1, end);
    this.keyEnd = at - 1;
    at = skipSpace(bytes, at, end);
    if (at >= end || bytes[at] !== colon) {
      this.after = end;
      return false;
    }
    this.valueStart = skipSpace(bytes, at + 1, end);
    this.after = 0;
    return true;
  }

  /** Where the present member's value ends. */
  get valueEnd(): number {
    if (this.after === 0) this.after = skipValue(this.bytes, this.valueStart, this.end);
    return this.after;
  }

  /** Whether the object was walked to its closing bracket and nothing follows it. */
  get isAll(): boolean {
    return this.isWhole && this.after === this.end - 1;
  }

  /** Whether the present member has this key, which has ASCII characters alone and none that JSON escapes. */
  isKey(key: string): boolean {
    const { bytes, keyStart } = this;
    if (this.keyEnd - keyStart !== key.length) return false;
    for (let at = 0; at < key.length; at++) if (bytes[keyStart + at] !== key.charCodeAt(at)) return false;
    return true;
  }

  /** Whether the present value is this text, with the same restriction as for keys. */
  isText(text: string): boolean {
    const { bytes, valueStart } = this;
    if (bytes[valueStart] !== quote || bytes[valueStart + 1 + text.length] !== quote) return false;
    for (let at = 0; at < text.length; at++) if (bytes[valueStart + 1 + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  /** The present value when it is a finite number; `undefined` for anything else. */
  get number(): number | undefined {
    const { bytes, valueStart, valueEnd } = this;
    let value = 0;
    // Nearly all are counts in digits. More of them than these would lose their last ones on the way.
    if (valueEnd - valueStart <= mostDigits) {
      let at = valueStart;
      for (let digit; at < valueEnd && (digit = (bytes[at] as number) - 0x30) >= 0 && digit <= 9; at++) value = value * 10 + digit;
      if (at === valueEnd && at > valueStart && (bytes[valueStart] !== 0x30 || at === valueStart + 1)) return value;
    }
    return parseNumber(this.text);
  }

  /** The present value as it is written, each byte a character: for what is short and ASCII. */
  get text(): string {
    const { bytes, valueStart, valueEnd } = this;
    return String.fromCharCode(...bytes.subarray(valueStart, Math.min(valueEnd, valueStart + longestText)));
  }

  /** Whether the present value is an object, a list, or a text. */
  get isObject(): boolean {
    return this.bytes[this.valueStart] === openObject;
  }

  get isList(): boolean {
    return this.bytes[this.valueStart] === openList;
  }

  /** The members of the present value, which is an object; walked by `scan`, where one is at hand. */
  inside(scan = new ObjectScan(this.bytes, 0, 0)): ObjectScan {
    return scan.restart(this.bytes, this.valueStart, this.end);
  }

  /** The first element of the present value, which is a list, as an object to walk. */
  firstElement(scan = new ObjectScan(this.bytes, 0, 0)): ObjectScan {
    return scan.restart(this.bytes, skipSpace(this.bytes, this.valueStart + 1, this.end), this.end);
  }

  /** Goes on behind `inner`, an object inside the present value that was walked to its end. */
  leave(inner: ObjectScan): void {
    if (inner.isWhole) this.after = inner.after + 1;
  }
}

function parseNumber(text: string): number | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && ((bytes[at] as number) === 0x20 || (bytes[at] as number) === 0x09 || (bytes[at] as number) === 0x0d || (bytes[at] as number) === 0x0a)) at++;
  return at;
}

/** The place after the quote that ends a string; `from` is inside it. */
function skipString(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === quote) return at + 1;
    at += byte === backslash ? 2 : 1;
  }
  return end;
}

function skipValue(bytes: Uint8Array, from: number, end: number): number {
  let depth = 0;
  let at = from;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      at = skipString(bytes, at + 1, end);
      if (depth === 0) return at;
      continue;
    }
    if (byte === openObject || byte === openList) depth++;
    else if (byte === closeObject || byte === closeList) {
      // The bracket of the object around a number or a word ends it.
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (byte === comma && depth === 0) return at;
    at++;
  }
  return end;
}
