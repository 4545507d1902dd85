import { useEffect, useRef } from 'preact/hooks';
import type { ChatState } from '../../src/shared/chatContract';
import { IconButton } from '../shared/button';
import { words as conversationWords } from '../shared/conversation/words';
import { Icon } from '../shared/icon';
import { words } from './words';

interface HeadProps {
  readonly chat: ChatState;
  readonly hasConversation: boolean;
  onGo(id: string): void;
  onSwitchProject(): void;
  onRename(): void;
  onFind(): void;
  onReadSession(): void;
}

/** Where the chat is: its project, the chats above it, itself. */
export function Head({ chat, hasConversation, onGo, onSwitchProject, onRename, onFind, onReadSession }: HeadProps) {
  const trail = useRef<HTMLOListElement>(null);
  const here = chat.path.at(-1)?.id;
  // A long path shows its end; what is before it is reached by scrolling.
  useEffect(() => trail.current?.scrollTo({ left: trail.current.scrollWidth }), [here, chat.path.length]);
  return (
    <header class="chat-head">
      <nav aria-label={words.place()}>
        <ol class="trail" ref={trail}>
          <li>
            <button type="button" class="crumb" title={words.switchProject()} onClick={onSwitchProject}>
              {chat.project}
            </button>
          </li>
          {chat.path.slice(0, -1).map(({ id, title }) => (
            <li key={id}>
              <Icon name="chevron-right" />
              <button type="button" class="crumb" title={title} onClick={() => onGo(id)}>
                {title}
              </button>
            </li>
          ))}
          <li class="here">
            <Icon name="chevron-right" />
            <h1 aria-current="page">{chat.title}</h1>
          </li>
        </ol>
      </nav>
      {chat.isArchived && <span class="muted">{words.archived()}</span>}
      {hasConversation && (
        <>
          <IconButton icon="search" label={conversationWords.find()} onClick={onFind} />
          <IconButton icon="file" label={words.openTranscript()} onClick={onReadSession} />
        </>
      )}
      <IconButton icon="edit" label={words.rename()} onClick={onRename} />
    </header>
  );
}
