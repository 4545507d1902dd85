import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../core/json';
import type { Usage } from '../transcript/model';
import table from './priceTable.json';

/** Dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
}

/** Prices that a person set, by the model's name as it is shown. */
export type OwnPrices = Readonly<Record<string, Partial<Price>>>;

/** The day of the bundled table. */
export const pricesAsOf = table.asOf;

/** What models cost: estimates from the bundled table, which a person's own prices go before. */
export class Prices {
  private readonly known = new Map<string, Price | null>();
  /** The prices of a model from several days on; to look for them is dear. */
  private readonly dated = new Map<string, readonly JsonObject[]>();
  private readonly models = objectsIn(table.models);
  private readonly providers = new Set(this.models.map((model) => asString(model['provider']) ?? ''));

  constructor(private readonly own: OwnPrices = {}) {}

  /** Dollars; `null` where the model's price is not known. `day`: YYYY-MM-DD, `null` for today's prices. */
  costOf(model: string | null, day: string | null, usage: Usage): number | null {
    const price = model === null ? null : this.priceOf(model, day);
    if (price === null) return null;
    const { input, output, cache_read, cache_write } = usage;
    return (input * price.input + output * price.output + cache_read * price.cache_read + cache_write * price.cache_write) / 1e6;
  }

  private priceOf(model: string, day: string | null): Price | null {
    const key = `${day} ${model}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const own = this.own[model];
    const price = own === undefined ? this.inTable(model, day) : whole(own);
    this.known.set(key, price);
    return price;
  }

  private inTable(model: string, day: string | null): Price | null {
    let dated = this.dated.get(model);
    if (dated === undefined) this.dated.set(model, (dated = this.datedPrices(model)));
    const valid = dated.findLast(({ from }) => asString(from) === undefined || day === null || (asString(from) ?? '') <= day) ?? dated[0];
    return valid === undefined ? null : whole(numbers(valid));
  }

  private datedPrices(model: string): readonly JsonObject[] {
    const parts = model.toLowerCase().split('/');
    const name = parts.pop() ?? '';
    const provider = parts.findLast((part) => this.providers.has(part));
    // Who else serves a model has other prices, or none.
    if (parts.length > 0 && provider === undefined) return [];
    const found = this.models.find((each) => (provider === undefined || each['provider'] === provider) && matches(asObject(each['match']), name));
    return objectsIn(found?.['prices']);
  }
}

function objectsIn(list: Json | undefined): JsonObject[] {
  return asArray(list).map(asObject).filter((item) => item !== undefined);
}

function numbers(price: JsonObject): Partial<Price> {
  const named = (['input', 'output', 'cache_read', 'cache_write'] as const).map((name) => [name, asNumber(price[name])] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

/** Without prices of their own, tokens of the cache cost what others do. */
function whole({ input = 0, output = 0, cache_read = input, cache_write = input }: Partial<Price>): Price {
  return { input, output, cache_read, cache_write };
}

/** Whether a model's name fits, by the table's own rules. */
function matches(rule: JsonObject | undefined, name: string): boolean {
  const [[kind, value] = ['', null]] = Object.entries(rule ?? {});
  const text = asString(value) ?? '';
  switch (kind) {
    case 'or':
      return asArray(value).some((each) => matches(asObject(each), name));
    case 'and':
      return asArray(value).every((each) => matches(asObject(each), name));
    case 'equals':
      return name === text.toLowerCase();
    case 'starts_with':
      return name.startsWith(text.toLowerCase());
    case 'ends_with':
      return name.endsWith(text.toLowerCase());
    case 'contains':
      return name.includes(text.toLowerCase());
    case 'regex':
      return new RegExp(text, 'i').test(name);
    default:
      return false;
  }
}
