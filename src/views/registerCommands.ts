import { commands, l10n, window } from 'vscode';
import { Owned, type Disposable } from '../core/owned';
import type { CommandId } from './commands';
import type { Services } from './services';

/** `more` are all the rows that were selected, where a command is called on several. */
type Handlers = Partial<Record<CommandId, (argument: unknown, more: unknown) => unknown>>;

/** Registers commands whose failure, a bug, is logged and told. */
export function registerCommands(services: Pick<Services, 'log'>, handlers: Handlers): Disposable {
  const own = new Owned();
  for (const [id, handler] of Object.entries(handlers)) {
    own.add(commands.registerCommand(id, (argument: unknown, more: unknown) => guard(services, id, () => handler(argument, more))));
  }
  return own;
}

async function guard({ log }: Pick<Services, 'log'>, id: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    log.error(id, error);
    const showLog = l10n.t('Show Log');
    // Not awaited: the message stays until the person answers it.
    void window.showErrorMessage(l10n.t('Localix could not do this. The log says more.'), showLog).then((chosen) => chosen === showLog && log.show());
    return undefined;
  }
}
