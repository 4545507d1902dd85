import { render } from 'preact';
import type { TranscriptContract } from '../../src/shared/transcriptContract';
import { parseTranscriptPageState } from '../../src/shared/transcriptPageState';
import { boot } from '../shared/boot';
import { Bridge } from '../shared/bridge';
import { KeptState } from '../shared/conversation/keptState';
import { readerAt } from '../shared/conversation/transcriptReader';
import { followTerminalColours } from '../shared/terminalColours';
import { App } from './app';
import '../shared/markdown.css';
import '../shared/theme.css';
import '../shared/conversationPage.css';
import '../shared/conversation/conversation.css';
import '../shared/conversation/rows.css';
import '../shared/conversation/actions.css';
import '../shared/conversation/stepper.css';
import './transcript.css';
import './history/history.css';

const bridge = new Bridge<TranscriptContract>();
const given = parseTranscriptPageState(boot.state);
const earlier = parseTranscriptPageState(bridge.kept());
// A page that was hidden starts again from the document it was given at first; what it kept is newer.
const state = earlier !== undefined && earlier.key === given?.key ? earlier : given;
const root = document.getElementById('root');
if (state === undefined || root === null) throw new Error('The document names no session.');

const reader = readerAt(state, (name, params) => bridge.request(name, params));
const kept = new KeptState(state, (value) => bridge.keep(value));
followTerminalColours();
render(<App bridge={bridge} reader={reader} kept={kept} />, root);
