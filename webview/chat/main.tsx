import { render } from 'preact';
import type { ChatContract } from '../../src/shared/chatContract';
import { parseChatPageState } from '../../src/shared/chatPageState';
import { boot } from '../shared/boot';
import { Bridge } from '../shared/bridge';
import { followTerminalColours } from '../shared/terminalColours';
import { App } from './app';
import type { KeptConversation } from './sessionConversation';
import '../shared/markdown.css';
import '../shared/theme.css';
import '../shared/conversationPage.css';
import '../shared/conversation/conversation.css';
import '../shared/conversation/rows.css';
import '../shared/conversation/actions.css';
import '../shared/conversation/stepper.css';
import './chat.css';

const bridge = new Bridge<ChatContract>();
const root = document.getElementById('root');
const given = parseChatPageState(boot.state);
const earlier = parseChatPageState(bridge.kept());
// A page that was hidden starts again from the document it was given at first; what it kept is newer.
let state = earlier !== undefined && earlier.id === given?.id ? earlier : given;
if (root === null || state === undefined) throw new Error('The document names no chat.');
const { id } = state;
// VS Code restores the tab by what is kept.
bridge.keep(state);
const keeping: KeptConversation = {
  get value() {
    return state?.conversation ?? null;
  },
  keep(conversation) {
    state = { id, conversation };
    bridge.keep(state);
  },
};
followTerminalColours();
render(<App bridge={bridge} keeping={keeping} />, root);
