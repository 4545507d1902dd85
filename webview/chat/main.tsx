import { render } from 'preact';
import type { ChatContract } from '../../src/shared/chatContract';
import { parseChatPageState } from '../../src/shared/chatPageState';
import { boot } from '../shared/boot';
import { Bridge } from '../shared/bridge';
import { App } from './app';
import '../shared/theme.css';
import '../shared/conversationPage.css';
import './chat.css';

const bridge = new Bridge<ChatContract>();
const root = document.getElementById('root');
const state = parseChatPageState(boot.state);
if (root === null || state === undefined) throw new Error('The document names no chat.');
// VS Code restores the tab by what is kept.
bridge.keep(state);
render(<App bridge={bridge} />, root);
