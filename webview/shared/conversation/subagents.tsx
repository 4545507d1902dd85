import { Fold } from '../fold';
import { Icon } from '../icon';
import type { View } from './view';
import { words } from './words';

/** The sub-agents that a call started, a line each that opens to what it did. */
export function Subagents({ ids, view }: { ids: readonly string[]; view: View }) {
  return (
    <>
      {ids.map((id) => {
        const fold = subagentFold(id);
        const open = view.isOpen(fold);
        const head = (
          <>
            <Icon name="agent" />
            <span class="fold-name">{words.subagent()}</span> <span class="fold-summary">{id}</span>
          </>
        );
        return (
          <div key={id} class="subagent">
            <Fold open={open} onToggle={() => view.actions.toggle(fold, !open)} head={head}>
              {view.drawSubagent(id, view)}
            </Fold>
          </div>
        );
      })}
    </>
  );
}

function subagentFold(id: string): string {
  return `subagent:${id}`;
}
