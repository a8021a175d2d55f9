import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { atTheEnd } from './backends.ts';

/** Request that an endpoint received. */
export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: any;
}

export interface EndpointAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Endpoint on loopback that records messages; stops after the last test. */
export class WebhookEndpoint {
  readonly received: ReceivedMessage[] = [];
  /** Answer to every request. */
  answer: EndpointAnswer = { status: 204 };

  private constructor(readonly url: string) {}

  static async start(): Promise<WebhookEndpoint> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = new WebhookEndpoint(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
    server.on('request', async (request, response) => {
      const text = await readText(request);
      endpoint.received.push({ headers: request.headers as Record<string, string>, text, body: JSON.parse(text) });
      const { status, headers = {}, body = '' } = endpoint.answer;
      response.writeHead(status, headers).end(body);
    });
    atTheEnd(() => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    });
    return endpoint;
  }

  /** Actions of the received messages in order. */
  get types(): readonly string[] {
    return this.received.map(({ body }) => body.type);
  }
}

/** Computes the signature that a receiver expects, by the description of Standard Webhooks. */
export function expectedSignature({ headers, text }: ReceivedMessage, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
