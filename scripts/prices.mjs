// Writes the table of prices out of the package whose version package.json names:   node scripts/prices.mjs
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForUpdate } from '@pydantic/genai-prices';

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'src/usage/priceTable.json');

/** The day on which the version was published: prices are as of then. */
const published = { '0.1.8': '2026-09-23' };
/** Who makes models that the agents are used with. What others charge for the same models is not known from a session. */
const providers = ['anthropic', 'openai', 'google', 'x-ai', 'deepseek', 'mistral', 'moonshotai', 'zhipuai'];

/** The table as text. */
export async function priceTable() {
  const version = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).devDependencies['@pydantic/genai-prices'];
  const all = new Map((await waitForUpdate()).map((provider) => [provider.id, provider]));
  const models = providers.flatMap((id) => all.get(id).models.map((model) => modelOf(id, model))).filter(({ prices }) => prices.length > 0);
  const rows = models.map((model) => `    ${JSON.stringify(model)}`).join(',\n');
  return `{\n  "source": "@pydantic/genai-prices ${version} (MIT)",\n  "asOf": "${published[version]}",\n  "models": [\n${rows}\n  ]\n}\n`;
}

function modelOf(provider, { id, match, prices }) {
  const dated = Array.isArray(prices) ? prices : [{ prices }];
  // Cheaper hours of the day are left out: an estimate is rather too high.
  const held = dated.filter(({ constraint }) => constraint === undefined || constraint.type === 'start_date');
  return { provider, id, match, prices: held.map(({ constraint, prices: each }) => ({ ...(constraint && { from: constraint.start_date }), ...priceOf(each) })).filter(({ input, output }) => input !== undefined && output !== undefined) };
}

/** Dollars for a million tokens; of prices that rise with the length of a request the lowest, since lengths are not kept. */
function priceOf(prices) {
  const base = (price) => (typeof price === 'object' ? price.base : price);
  return { input: base(prices.input_mtok), output: base(prices.output_mtok), cache_read: base(prices.cache_read_mtok), cache_write: base(prices.cache_write_mtok) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fs.writeFileSync(file, await priceTable());
