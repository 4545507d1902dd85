/**
 * A number from 0 to 2^53 that stands for `text`: equal texts give equal numbers, and of a million different ones two agree
 * with a chance of one in ten thousand. Not for security.
 */
export function hashText(text: string): number {
  return new TextHash().add(text).value;
}

const [startHigh, startLow] = [0xdeadbeef, 0x41c6ce57];

/** Makes the number that `hashText` gives of one text out of its pieces, which need not be put together. */
export class TextHash {
  private high = startHigh;
  private low = startLow;

  add(text: string): this {
    let { high, low } = this;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
    this.high = high;
    this.low = low;
    return this;
  }

  /** A piece in its bytes, each a character. */
  addBytes(bytes: Uint8Array, start: number, end: number): this {
    let { high, low } = this;
    for (let at = start; at < end; at++) {
      const unit = bytes[at] as number;
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
    this.high = high;
    this.low = low;
    return this;
  }

  /** A piece that is a number, otherwise than its digits. */
  addNumber(number: number): this {
    this.high = Math.imul(this.high ^ number, 2654435761);
    this.low = Math.imul(this.low ^ (number + 1), 1597334677);
    return this;
  }

  restart(): this {
    this.high = startHigh;
    this.low = startLow;
    return this;
  }

  get value(): number {
    let { high, low } = this;
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    return (low >>> 0) + (high & 0x1fffff) * 0x1_0000_0000;
  }
}
