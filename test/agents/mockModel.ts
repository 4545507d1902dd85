import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MockModel {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Bodies of the requests for an answer, in order. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/**
 * Answers every request of Anthropic's Messages, OpenAI's Responses and Chat Completions and Gemini's streamGenerateContent
 * interface with `text`, streamed. Loopback only.
 */
export async function startMockModel(text: string): Promise<MockModel> {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
      const streamed = Object.entries(interfaces).find(([end]) => path.endsWith(end))?.[1](text);
      if (request.method !== 'POST' || streamed === undefined) {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"type":"not_found_error","message":"not here"}}');
        return;
      }
      requests.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(streamed);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** By the end of the address, what is streamed. */
const interfaces: Readonly<Record<string, (text: string) => string>> = {
  '/messages': (text) => named(messagesEvents(text)),
  '/responses': (text) => named(responsesEvents(text)),
  '/chat/completions': (text) => unnamed([...completionsChunks(text), '[DONE]']),
  ':streamGenerateContent': (text) => unnamed(geminiChunks(text)),
};

function named(events: readonly Streamed[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function unnamed(chunks: readonly (string | object)[]): string {
  return chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('');
}

type Streamed = { readonly type: string } & Readonly<Record<string, unknown>>;

function messagesEvents(text: string): Streamed[] {
  const message = { id: 'msg_mock', type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [], stop_reason: null, stop_sequence: null };
  return [
    { type: 'message_start', message: { ...message, usage: { input_tokens: 5, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ];
}

function responsesEvents(text: string): Streamed[] {
  const part = { type: 'output_text', text, annotations: [] };
  const item = { id: 'msg_mock', type: 'message', role: 'assistant', status: 'completed', content: [part] };
  const usage = { input_tokens: 5, input_tokens_details: { cached_tokens: 0 }, output_tokens: 7, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 12 };
  const response = { id: 'resp_mock', object: 'response', model: 'gpt-5.5', status: 'in_progress', output: [] };
  return [
    { type: 'response.created', response },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.output_text.delta', item_id: item.id, output_index: 0, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
  ];
}

function completionsChunks(text: string): object[] {
  const chunk = { id: 'chatcmpl_mock', object: 'chat.completion.chunk', created: 1, model: 'mock' };
  return [
    { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { ...chunk, choices: [], usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } },
  ];
}

function geminiChunks(text: string): object[] {
  const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 };
  return [{ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }], usageMetadata, modelVersion: 'mock' }];
}
