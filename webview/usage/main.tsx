import { render } from 'preact';
import type { UsageContract } from '../../src/shared/usageContract';
import { parseUsagePageState } from '../../src/shared/usagePageState';
import { boot } from '../shared/boot';
import { Bridge } from '../shared/bridge';
import { App } from './app';
import '../shared/theme.css';
import './charts.css';
import './usage.css';

const bridge = new Bridge<UsageContract>();
// What the page kept itself is newer than what the host had.
const state = parseUsagePageState(bridge.kept() ?? boot.state);
const root = document.getElementById('root');
if (root === null) throw new Error('The document has no root.');
render(<App bridge={bridge} state={state} />, root);
