import type { ChatState } from '../../src/shared/chatContract';
import { Icon } from '../shared/icon';
import { agentStateWords, words } from './words';

/** Above the composer: the agent that is linked, and where it works. */
export function Agent({ chat: { agent, folder, branch }, onOpen }: { chat: ChatState; onOpen(): void }) {
  const state = agent === null ? '' : agentStateWords[agent.state]();
  return (
    <div class="context">
      <button type="button" class="pill" title={agent === null ? words.linkAgentHint() : words.openAgentHint(agent.name)} onClick={onOpen}>
        {agent === null ? <Icon name="comment" /> : <Picture address={agent.icon} />}
        <span>{agent?.name ?? words.localix()}</span>
        {agent === null && <Icon name="chevron-down" />}
        {agent?.state === 'working' && <Icon name="loading" />}
      </button>
      {state !== '' && <span class="muted">{state}</span>}
      <span class="place" title={folder ?? words.ownFolder()}>
        <Icon name="folder" />
        <span class="hidden">{words.folder()}</span>
        <span class="path">{folder ?? words.ownFolder()}</span>
      </span>
      {branch !== null && (
        <span class="place">
          <Icon name="branch" />
          <span class="hidden">{words.branch()}</span>
          <span class="path">{branch}</span>
        </span>
      )}
    </div>
  );
}

/** The agent's icon, as a mask over the text colour, so that it fits every theme. */
function Picture({ address }: { address: string }) {
  return <span class="agent-icon" aria-hidden="true" style={{ maskImage: `url("${CSS.escape(address)}")` }} />;
}
