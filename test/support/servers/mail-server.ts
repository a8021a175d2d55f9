import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { atTheEnd } from '../backends.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Mail server on loopback that stores received mail. */
export interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Number of mails that are rejected as by a busy server. */
  refuse: number;
  /** True if every recipient is refused for good. */
  refuseAddresses: boolean;
}

export async function startMailServer(): Promise<MailServer> {
  const state: { -readonly [K in keyof MailServer]: MailServer[K] } = {
    url: '',
    mails: [],
    refuse: 0,
    refuseAddresses: false,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'quire' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('wrong')),
    onRcptTo: ({ address }, _session, done) =>
      state.refuseAddresses
        ? done(Object.assign(new Error(`5.1.1 ${address} is unknown`), { responseCode: 550 }))
        : done(),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.refuse > 0) {
          state.refuse--;
          return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        }
        state.mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          ...parsed(Buffer.concat(chunks).toString('latin1')),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd(() => new Promise<void>((resolve) => server.close(resolve)));
  state.url = `smtp://quire:p%40ss@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return state;
}

function parsed(source: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const [head, body] = [source.slice(0, source.indexOf('\r\n\r\n')), source.slice(source.indexOf('\r\n\r\n') + 4)];
  const headers = Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          )
        : Buffer.from(body, 'latin1');
  return { headers, text: bytes.toString('utf8').replaceAll('\r\n', '\n') };
}
