// The smallest page that uses all that a host gives: for the tests of the page harness itself.
import type { HostMessage } from '../../../src/shared/bridge';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
const root = document.getElementById('root') as HTMLElement;
const given = JSON.parse(document.getElementById('state')?.textContent ?? '') as { state: { word: string } };

function show(className: string, text: string): void {
  const line = document.createElement('p');
  line.className = className;
  line.textContent = text;
  root.append(line);
}

show('body-class', document.body.className);
show('saved', JSON.stringify(api.getState()) ?? 'nothing');
window.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => {
  if (data.kind === 'event') show('event', JSON.stringify(data.value));
  else show('answer', data.error ?? JSON.stringify(data.result));
});
api.postMessage({ kind: 'request', id: 1, name: 'trial.echo', params: { word: given.state.word } });
api.setState({ word: given.state.word });
