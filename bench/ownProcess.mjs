import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions } from '../test/harness/browser';

const policy = 'content-security-policy';

/**
 * A window of a browser that draws each webview of VS Code in a process of its own, as the desktop's does. By itself the server has them
 * on the window's host, and they share the window's process: here each gets a host of its own.
 */
export async function isolatingContext(profile) {
  // VS Code's webviews need a service worker; to a frame of another site Chromium gives one with third-party cookies alone.
  fs.mkdirSync(path.join(profile, 'Default'), { recursive: true });
  fs.writeFileSync(path.join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: { cookie_controls_mode: 0, block_third_party_cookies: false } }));
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions(),
    viewport: { width: 1600, height: 900 },
    // Of an answer that was changed Chromium doesn't know that it is this machine's.
    permissions: ['local-network-access', 'clipboard-read', 'clipboard-write'],
  });
  await context.route((url) => url.pathname === '/' && url.hostname === '127.0.0.1', async (route) => {
    const response = await route.fetch();
    const { port } = new URL(route.request().url());
    const body = (await response.text()).replace('webviewEndpoint&quot;:&quot;', `$&http://{{uuid}}.localhost:${port}/`);
    const headers = response.headers();
    headers[policy] = headers[policy].replace('frame-src', `$& http://*.localhost:${port}`);
    await route.fulfill({ response, headers, body });
  });
  return context;
}

/**
 * The process that draws `frame`: the one that works while the frame does. `null` where others worked as much, or where the frame shares
 * the process of its window.
 */
export async function processOf(frame) {
  const page = frame.page();
  const working = await worksWhile(() => frame.evaluate(spin));
  const window = await worksWhile(() => page.mainFrame().evaluate(spin));
  return working !== null && window !== null && working !== window ? working : null;
}

function spin() {
  const until = performance.now() + 1000;
  while (performance.now() < until);
}

async function worksWhile(run) {
  const before = new Map(renderers().map((pid) => [pid, ticksOf(pid)]));
  await run();
  const worked = renderers().map((pid) => ({ pid, ticks: ticksOf(pid) - (before.get(pid) ?? 0) }));
  const [first, second] = worked.sort((a, b) => b.ticks - a.ticks);
  return first !== undefined && first.ticks > 2 * (second?.ticks ?? 0) ? first.pid : null;
}

/** User and system time so far, in hundredths of a second. */
function ticksOf(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Processes of Chromium below this one that draw pages. */
function renderers() {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
      return [{ pid: Number(name), parent, isRenderer: fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer') }];
    } catch {
      // Ended meanwhile.
      return [];
    }
  });
  const below = (parent) => all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(process.pid).filter(({ isRenderer }) => isRenderer).map(({ pid }) => pid);
}

/** What a process has in memory, in MiB: `pss` with its share of what it has in common with others, `own` without. */
export function memoryOf(pid) {
  const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024;
  return { pss: of('Pss'), own: of('Private_Clean') + of('Private_Dirty') };
}
