import { l10n, QuickPickItemKind, ThemeIcon, window, type Memento, type QuickPickItem } from 'vscode';
import type { Json } from '../core/json';
import { sortings, toArrangement, usualArrangement, type Arrangement, type Grouping, type Sorting } from '../external/arrange';
import { groupWords, sortWords } from './words';

/** How each folder's sessions are sorted and grouped. A folder keeps its own in whatever window it is opened. */
export class Arrangements {
  constructor(private readonly memory: Memento) {}

  of(folder: string): Arrangement {
    return toArrangement(this.memory.get<Json>(keyOf(folder)));
  }

  async change(folder: string, change: Partial<Arrangement>): Promise<void> {
    const next = { ...this.of(folder), ...change };
    const isUsual = next.sort === usualArrangement.sort && next.group === usualArrangement.group;
    await this.memory.update(keyOf(folder), isUsual ? undefined : next);
  }
}

function keyOf(folder: string): string {
  return `arrangement.${folder}`;
}

interface Choosable<Group extends Grouping> {
  readonly sort: Sorting;
  readonly group: Group;
}

type Choice<Group extends Grouping> = QuickPickItem & { readonly change?: Partial<Choosable<Group>> };

/** Lets the person choose one change. What all of `current` have is marked. */
export async function pickArrangement<Group extends Grouping>(
  current: readonly Choosable<Group>[],
  groups: readonly Group[],
  placeHolder: string,
): Promise<Partial<Choosable<Group>> | undefined> {
  const choice = (label: string, change: Partial<Choosable<Group>>): Choice<Group> => {
    const isCurrent = current.every((one) => one.sort === (change.sort ?? one.sort) && one.group === (change.group ?? one.group));
    return { label, change, iconPath: new ThemeIcon(isCurrent ? 'check' : 'blank'), ...(isCurrent && { description: l10n.t('current') }) };
  };
  const choices: Choice<Group>[] = [
    { label: l10n.t('Sort by'), kind: QuickPickItemKind.Separator },
    ...sortings.map((sort) => choice(sortWords[sort](), { sort })),
    { label: l10n.t('Group by'), kind: QuickPickItemKind.Separator },
    ...groups.map((group) => choice(groupWords[group](), { group })),
  ];
  return (await window.showQuickPick(choices, { placeHolder }))?.change;
}
