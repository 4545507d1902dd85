import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SessionKey } from '../../src/shared/agentId';
import type { ChatContract, LinkedAgent } from '../../src/shared/chatContract';
import { newTranscriptPageState, type TranscriptPageState } from '../../src/shared/transcriptPageState';
import type { Bridge } from '../shared/bridge';
import { ConversationArea } from '../shared/conversation/conversationArea';
import { KeptState } from '../shared/conversation/keptState';
import { OmissionsLine } from '../shared/conversation/omissions';
import { StatusLine } from '../shared/conversation/statusLine';
import { readerAt } from '../shared/conversation/transcriptReader';
import { useConversation } from '../shared/conversation/useConversation';
import { EmptyChat } from './emptyChat';

/** How a chat's page keeps where its reader is. */
export interface KeptConversation {
  readonly value: TranscriptPageState | null;
  keep(state: TranscriptPageState): void;
}

interface SessionConversationProps {
  readonly bridge: Bridge<ChatContract>;
  readonly session: SessionKey;
  readonly agent: LinkedAgent;
  readonly keeping: KeptConversation;
  /** Gets how to open the search. */
  readonly find: RefObject<(() => void) | null>;
  /** Whether there is something to search and to read. */
  onBeginning(isBeginning: boolean): void;
  onOpenAgent(): void;
}

/** The conversation of the session that a chat stands for. */
export function SessionConversation({ bridge, session, agent, keeping, find, onBeginning, onOpenAgent }: SessionConversationProps) {
  const [{ reader, kept }] = useState(() => {
    const state = keeping.value?.key === session ? keeping.value : newTranscriptPageState(session);
    return { reader: readerAt(state, (name, params) => bridge.request(name, params)), kept: new KeptState(state, (value) => keeping.keep(value)) };
  });
  const conversation = useConversation({ reader, kept, onOutdated: (listener) => bridge.on('transcript.changed', listener) });
  useEffect(() => {
    find.current = conversation.openFind;
  });
  const { head, failure } = reader;
  // Some agents begin the file of a session with its first prompt.
  const isBeginning = head === undefined && failure?.code === 'session_missing' && (agent.state === 'running' || agent.state === 'working');
  useEffect(() => onBeginning(isBeginning), [isBeginning]);
  if (isBeginning) return <EmptyChat agent={agent} onOpenAgent={onOpenAgent} />;
  return (
    <div class="conversation">
      {head !== undefined && <OmissionsLine head={head} />}
      <ConversationArea conversation={conversation} />
      <StatusLine status={conversation.status} />
    </div>
  );
}
