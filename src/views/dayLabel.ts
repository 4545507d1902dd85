import { l10n } from 'vscode';
import type { Day } from '../shared/times';

/** A day as the heading of what happened on it. */
export function dayLabel(day: Day): string {
  switch (day.kind) {
    case 'today':
      return l10n.t('Today');
    case 'yesterday':
      return l10n.t('Yesterday');
    case 'date':
      return day.text === '' ? l10n.t('Day not known') : day.text;
  }
}
