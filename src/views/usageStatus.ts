import { l10n, StatusBarAlignment, type StatusBarItem, window, workspace } from 'vscode';
import { Owned, type Disposable } from '../core/owned';
import { localDay } from '../core/time';
import { Prices } from '../usage/prices';
import { tokensOf, totalsOf } from '../usage/report';
import { configuredPrices, onDidChangeUsageSettings, statusBarUsage } from '../workbench/settings';
import { openFolders } from './folders';
import type { Services } from './services';

const minute = 60_000;

/** What the open folders used today, in the status bar, where the person wants it there. */
export function registerUsageStatus({ usage }: Services): Disposable {
  const own = new Owned();
  let shown: Owned | undefined;
  let item: StatusBarItem | undefined;
  const update = async (): Promise<void> => {
    const folders = openFolders().map(({ path }) => path);
    const day = localDay(new Date());
    const entries = (await usage.usage(folders)).entries.filter((entry) => entry.day === day);
    if (item === undefined) return;
    const totals = totalsOf(entries, new Prices(configuredPrices()));
    const text = statusBarUsage() === 'cost' ? costText(totals.cost_estimate) : compact(tokensOf(totals));
    item.text = `$(graph) ${text}`;
    item.tooltip = statusBarUsage() === 'cost' ? l10n.t('Estimated cost of today, in the open folders') : l10n.t('Tokens used today, in the open folders');
    item.accessibilityInformation = { label: `${item.tooltip}: ${text}` };
  };
  const decide = (): void => {
    const isWanted = statusBarUsage() !== 'off' && openFolders().length > 0;
    if (isWanted && shown === undefined) {
      shown = new Owned();
      item = shown.add(window.createStatusBarItem('localix.usage', StatusBarAlignment.Right));
      item.name = l10n.t('Usage & Spend');
      item.command = 'localix.showUsage';
      item.show();
      shown.add(usage.onDidChange(({ hasNew }) => hasNew && void update()));
      const tick = setInterval(() => void update(), minute);
      shown.add({ dispose: () => clearInterval(tick) });
      shown.add(usage.watch());
    } else if (!isWanted) {
      shown?.dispose();
      shown = item = undefined;
    }
    if (isWanted) void update();
  };
  own.add(onDidChangeUsageSettings(decide));
  own.add(workspace.onDidChangeWorkspaceFolders(decide));
  own.add({ dispose: () => shown?.dispose() });
  decide();
  return own;
}

function costText(cost: number | null): string {
  return cost === null ? l10n.t('cost unknown') : `≈ $${cost.toFixed(2)}`;
}

function compact(tokens: number): string {
  return l10n.t('{0} tokens', new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }).format(tokens));
}
