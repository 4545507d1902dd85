import { pageBootId, type PageBoot } from '../../src/shared/pageBoot';

/** What the host wrote into this document. */
export const boot: PageBoot<unknown> = JSON.parse(document.getElementById(pageBootId)?.textContent ?? '{}') as PageBoot<unknown>;

/** The language in which the page speaks, and formats times and numbers. */
export const locale = document.documentElement.lang || 'en';
