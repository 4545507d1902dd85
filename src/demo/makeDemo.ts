import * as fs from 'node:fs';
import * as path from 'node:path';

/** In a demo's root: says that it is one. Its content is checked before the demo is believed. */
export const demoMarker = { file: 'localix-demo.json', content: { localix: 'demo', version: 1 } } as const;

/** What the templates say instead of the real folder and the real time. */
const templateFolder = '/home/sam/tidepool';
const templateNow = Date.parse('2030-01-15T12:00:00Z');
const templateTime = /2030-01-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/**
 * Writes a demo below `root`, which may exist: sample histories in `root/home`, in the agents' own formats and with
 * times relative to now, and the small project they are about, whose folder is answered.
 */
export async function makeDemo(root: string, templates = path.join(__dirname, '..', 'media', 'demo')): Promise<{ folder: string }> {
  await fs.promises.mkdir(root, { recursive: true });
  const place = await fs.promises.realpath(root);
  const folder = path.join(place, 'project');
  await fs.promises.cp(path.join(templates, 'project'), folder, { recursive: true });
  const demo = new Demo(path.join(place, 'home'), folder, Date.now() - templateNow);
  await demo.writeClaudeCode(path.join(templates, 'claude'));
  await demo.writeCodex(path.join(templates, 'codex'));
  // Last: a demo that was written half is none.
  await fs.promises.writeFile(path.join(place, demoMarker.file), JSON.stringify(demoMarker.content));
  return { folder };
}

class Demo {
  constructor(
    private readonly home: string,
    private readonly folder: string,
    /** Milliseconds from the templates' time to now. */
    private readonly shift: number,
  ) {}

  async writeClaudeCode(templates: string): Promise<void> {
    // The agent's own way to name a project's folder, as far as it needs: long names get a hash that nobody decodes.
    const project = this.folder.replace(/[^A-Za-z0-9]/g, '-').slice(0, 200);
    for (const name of await fs.promises.readdir(templates)) {
      await this.write(path.join(templates, name), () => path.join('.claude', 'projects', project, name));
    }
  }

  async writeCodex(templates: string): Promise<void> {
    for (const name of await fs.promises.readdir(templates)) {
      await this.write(path.join(templates, name), (text) => path.join('.codex', name === 'session_index.jsonl' ? name : rollout(name, text)));
    }
  }

  /** `target` gets the finished text and names the file below the home. */
  private async write(template: string, target: (text: string) => string): Promise<void> {
    const text = this.fill(await fs.promises.readFile(template, 'utf8'));
    const file = path.join(this.home, target(text));
    await fs.promises.mkdir(path.dirname(file), { recursive: true });
    await fs.promises.writeFile(file, text);
    const last = new Date([...text.matchAll(isoTime)].map(([time]) => time).sort().at(-1) ?? Date.now());
    await fs.promises.utimes(file, last, last);
  }

  private fill(text: string): string {
    // The folder stands inside JSON strings, where a backslash is written twice.
    const folder = JSON.stringify(this.folder).slice(1, -1);
    return text
      .replaceAll(templateFolder, () => folder)
      .replaceAll(templateTime, (time) => new Date(Date.parse(time) + this.shift).toISOString());
  }
}

const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Where Codex keeps a thread: under the day and the time it began, which the first record says. */
function rollout(name: string, text: string): string {
  const [start = ''] = text.match(isoTime) ?? [];
  const [day = '', time = ''] = start.slice(0, 19).split('T');
  return path.join('sessions', ...day.split('-'), `rollout-${day}T${time.replaceAll(':', '-')}-${name}`);
}
