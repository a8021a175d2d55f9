import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { atTheEnd } from '../backends.ts';

/** Way to a database that a test interrupts. */
export interface Relay {
  readonly url: string;
  /** Ends all connections, and refuses new ones. */
  cut(): void;
  restore(): void;
  /** Called with all that clients send, piece by piece, before it goes to the database; `false` withholds a piece. */
  intercept: ((piece: Buffer) => boolean) | undefined;
}

/** Starts a relay to the database of a URL; stops after the last test. */
export async function startRelay(databaseUrl: string): Promise<Relay> {
  const { port, hostname } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => {}).on('close', () => (sockets.delete(from), to.destroy()));
    from.pipe(to);
  };
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const database = connect(Number(port), hostname);
    sockets.add(client);
    client.on('error', () => {}).on('close', () => (sockets.delete(client), database.destroy()));
    client.on('data', (piece) => {
      if (relay.intercept?.(piece) !== false) database.write(piece);
    });
    pass(database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = (): void => sockets.forEach((socket) => socket.destroy());
  atTheEnd(() => {
    server.close();
    end();
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const relay: Relay = {
    url: url.href,
    intercept: undefined,
    cut() {
      isCut = true;
      end();
    },
    restore() {
      isCut = false;
    },
  };
  return relay;
}
