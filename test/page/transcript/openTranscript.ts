import type { TranscriptContract } from '../../../src/shared/transcriptContract';
import { newTranscriptPageState } from '../../../src/shared/transcriptPageState';
import { withPage, type PageOptions, type TestPage } from '../harness/testPage';
import type { FakeHost } from './fakeHost';

export type TranscriptPage = TestPage<TranscriptContract>;

/** Opens a transcript page over `host` for the length of `use`. */
export function withTranscript(
  host: FakeHost,
  options: Partial<PageOptions<TranscriptContract>>,
  use: (page: TranscriptPage) => Promise<void>,
): Promise<void> {
  const state = { state: newTranscriptPageState('claude-code:0d6c6f3e') };
  return withPage<TranscriptContract>({ surface: 'transcript', state, answers: host.answers, ...options }, use);
}

/** The names of what the page asked for, in order. */
export function asked({ requests }: TranscriptPage, name: keyof TranscriptContract['requests']): unknown[] {
  return requests.filter((request) => request.name === name).map(({ params }) => params);
}

/** Resolves when nothing on the page has moved for some frames. */
export async function still({ page }: Pick<TranscriptPage, 'page'>): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise(requestAnimationFrame);
    const look = (): string =>
      [...document.querySelectorAll('article')].map((entry) => `${entry.ariaPosInSet} ${Math.round(entry.getBoundingClientRect().top)}`).join();
    let seen = '';
    for (let calm = 0, frames = 0; calm < 12; calm++, frames++) {
      if (frames > 1000) throw new Error(`The page never comes to rest: ${seen}`);
      await frame();
      const now = look() + String(document.querySelector('[aria-busy="true"]'));
      if (now !== seen) calm = 0;
      seen = now;
    }
  });
}

/** The entries on the screen: position (from 1) to the distance of its top from the top of the conversation, in pixels. */
export async function onScreen({ page }: TranscriptPage): Promise<Map<number, number>> {
  const entries = await page.evaluate(() => {
    const frame = document.querySelector('.feed')?.getBoundingClientRect();
    return [...document.querySelectorAll('article')]
      .map((entry) => ({ position: Number(entry.ariaPosInSet), rect: entry.getBoundingClientRect() }))
      .filter(({ rect }) => frame !== undefined && rect.bottom > frame.top && rect.top < frame.bottom)
      .map(({ position, rect }) => [position, Math.round(rect.top - (frame?.top ?? 0))] as [number, number]);
  });
  return new Map(entries);
}
