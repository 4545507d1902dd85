import type { TranscriptHead } from '../../../src/shared/transcriptContract';
import { Feed } from './feed';
import { BranchBar } from './branchBar';
import { FindBar } from './findBar';
import { PartBar } from './partBar';
import { Empty, Failed, Loading, Outdated } from './states';
import type { Conversation } from './useConversation';

/** The conversation with what belongs to it: the search, the parts of a long one, and what is wrong with it. */
export function ConversationArea({ conversation }: { conversation: Conversation }) {
  const { reader, agentName, search } = conversation;
  const { head, failure } = reader;
  const onRetry = () => void reader.refresh();
  if (head === undefined) {
    return failure === undefined ? <Loading /> : <Failed failure={failure} agentName={agentName} onRetry={onRetry} />;
  }
  return (
    <div class="conversation">
      {search.text !== undefined && <FindBar search={search} onClose={conversation.closeFind} />}
      {failure !== undefined && <Outdated failure={failure} agentName={agentName} onRetry={onRetry} />}
      {head.part !== null && <PartBar part={head.part} onShow={conversation.showPart} />}
      {!head.isCurrent && <BranchBar onShowCurrent={conversation.showCurrent} />}
      <p class="hidden" role="status">
        {conversation.stepped}
      </p>
      {head.total === 0 ? (
        <Empty />
      ) : (
        <Feed
          key={partName(head)}
          reader={reader}
          head={head}
          kept={conversation.start}
          view={conversation.view}
          search={search}
          onMove={conversation.keepPlace}
        />
      )}
    </div>
  );
}

/** Another part is another list. The last part stays the last while it grows, whatever its number. */
function partName({ part }: TranscriptHead): string {
  return part === null || part.index === part.count - 1 ? 'last' : String(part.index);
}
