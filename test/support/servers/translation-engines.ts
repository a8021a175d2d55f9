import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { atTheEnd } from '../backends.ts';

/** Request to an engine. */
export interface EngineCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: any;
}
/** Response of an engine: JSON with a status. */
export interface EngineAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Server on loopback that answers as configured, and records requests. */
export class EngineServer {
  readonly calls: EngineCall[] = [];
  answer: (call: EngineCall) => EngineAnswer | Promise<EngineAnswer> = () => ({ status: 500, body: {} });

  private constructor(readonly url: string) {}

  static async start(): Promise<EngineServer> {
    const server = createServer((request, response) => void serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const engine = new EngineServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const text = await readText(request);
      const body = request.headers['content-type']?.includes('json')
        ? JSON.parse(text)
        : Object.fromEntries(new URLSearchParams(text));
      const call = { path: request.url!, headers: request.headers, body };
      engine.calls.push(call);
      const { status = 200, headers = {}, body: answered } = await engine.answer(call);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(answered));
    };
    atTheEnd(
      () =>
        new Promise<void>((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
    return engine;
  }
}

/** Returns the texts that a chat request asks to translate. */
export const textsOfChat = ({
  body,
}: EngineCall): { id: number; text: string; meaning?: Record<string, string>; problem?: string }[] =>
  JSON.parse(body.messages[1].content).texts;

/** Creates a chat response with a translation of each text; undefined omits a text. */
export const chat =
  (say: (text: string, context: { problem?: string | undefined }) => string | undefined) =>
  (context: EngineCall): EngineAnswer => {
    const translations = textsOfChat(context).flatMap(({ id, text, problem }) => {
      const said = say(text, { problem });
      return said === undefined ? [] : [{ id, text: said }];
    });
    return { body: { choices: [{ message: { role: 'assistant', content: JSON.stringify({ translations }) } }] } };
  };

/** Translates words into capitals and keeps tags and references: a language that any test can read. */
export const toUpperCaseMarkup = (markup: string): string =>
  markup.replace(/<[^<>]*>|&\w+;|[^<&]+/g, (part) => (/^[<&]/.test(part) ? part : part.toUpperCase()));
