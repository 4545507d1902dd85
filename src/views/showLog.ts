import type { Disposable } from '../core/owned';
import { registerCommands } from './registerCommands';
import type { Services } from './services';

export function registerShowLog(services: Services): Disposable {
  return registerCommands(services, { 'localix.showLog': () => services.log.show() });
}
