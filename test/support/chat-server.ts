import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterSuite } from './backends.ts';

/** Request to the chat API. */
export interface ChatRequest {
  readonly authorization: string | undefined;
  readonly path: string | undefined;
  readonly model: string;
  /** Text of the system message, and the JSON in that of the user. */
  readonly system: string;
  readonly material: any;
  /** Members of the request. */
  readonly members: readonly string[];
}

/** Answers a request: sends pieces, or fails. */
export type ChatReply = (chat: Chat, request: ChatRequest) => Promise<void> | void;

/** One answer of the server. */
export class Chat {
  readonly #closed: Promise<void>;

  constructor(readonly response: ServerResponse) {
    this.#closed = new Promise((resolve) => response.once('close', resolve));
  }
  /** Resolves when the client has disconnected or the answer has ended. */
  get closed(): Promise<void> {
    return this.#closed;
  }
  begin(): void {
    this.response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.response.flushHeaders();
  }
  send(data: unknown): void {
    this.response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  piece(content: string): void {
    this.send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  }
  end(): void {
    this.send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    this.send('[DONE]');
    this.response.end();
  }
  /** Sends a whole answer in pieces. */
  answer(...pieces: readonly string[]): void {
    this.begin();
    for (const content of pieces) this.piece(content);
    this.end();
  }
}

/** Server on loopback with the chat API of OpenAI. */
export class ChatServer {
  readonly requests: ChatRequest[] = [];
  reply: ChatReply = (chat) => chat.answer('An answer.');

  private constructor(readonly url: string) {}

  static async start(): Promise<ChatServer> {
    const server = createServer((request, response) => void chats.handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const chats = new ChatServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    afterSuite(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return chats;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request));
    const [system, user] = body.messages;
    const received: ChatRequest = {
      authorization: request.headers.authorization,
      path: request.url,
      model: body.model,
      system: system.content,
      material: JSON.parse(user.content),
      members: Object.keys(body).sort(),
    };
    this.requests.push(received);
    await this.reply(new Chat(response), received);
  }
}
