import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { selfSigned } from '../../../test/support/servers/self-signed.ts';
import { ANSWER, PAGES, TRANSLATED, type ScenarioClock, type ScenarioInput } from './scenario.ts';

/** Address of the instance as it states it in responses. */
export const PUBLIC_URL = 'https://quire.example.com';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TICK_MS = 100;
/** Time between the steps of the scenario. */
const STEP_MS = 10 * MINUTE_MS;
const REQUEST_LIMITS = ['READ', 'SEARCH', 'WRITE', 'HEAVY', 'HEAVY_ORGANIZATION', 'ANONYMOUS', 'ANONYMOUS_SEARCH'];

/** Instance with the servers and the clock that the scenario needs. */
export interface ExampleInstance {
  readonly instance: Instance;
  readonly input: ScenarioInput;
  readonly clock: ScenarioClock;
  /** Instant at which the clock started, in milliseconds. */
  readonly started: number;
  /** Folder with the Git repository. */
  readonly folder: string;
  /** Stops the instance and its servers, and deletes the folder. */
  stop(): Promise<void>;
}

async function listen(handle: RequestListener): Promise<{ origin: string; close: () => void }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Creates a repository with one commit that is the same in each run. */
function makeRepository(folder: string): void {
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', folder, ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: '/nonexistent',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Ada Park',
        GIT_AUTHOR_EMAIL: 'ada@acme.example',
        GIT_COMMITTER_NAME: 'Ada Park',
        GIT_COMMITTER_EMAIL: 'ada@acme.example',
        GIT_AUTHOR_DATE: '2026-03-01T12:00:00Z',
        GIT_COMMITTER_DATE: '2026-03-01T12:00:00Z',
      },
      stdio: 'ignore',
    });
  mkdirSync(folder);
  git('init', '--quiet', '--initial-branch=main', '.');
  writeFileSync(join(folder, 'README.md'), '# Product docs\n\nWelcome to the Acme product documentation.\n');
  writeFileSync(join(folder, 'SUMMARY.md'), '# Table of contents\n\n* [Product docs](README.md)\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Start the documentation');
}

/** Starts the servers that the scenario talks to. */
async function startServers(): Promise<{ origins: Record<'website' | 'translator' | 'chats', string>; close(): void }> {
  const website = await listen((request, response) => {
    const page = PAGES[request.url!];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '');
  });
  const translator = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { q } = JSON.parse(Buffer.concat(chunks).toString()) as { q: string[] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ translatedText: q.map((text) => TRANSLATED[text] ?? text) }));
    });
  });
  const chats = await listen((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { content: ANSWER } }] }));
    });
  });
  return {
    origins: { website: website.origin, translator: translator.origin, chats: chats.origin },
    close: () => [website, translator, chats].forEach((server) => server.close()),
  };
}

/**
 * Starts an instance in which the scenario can run.
 *
 * @param databaseUrl database with the present schema; in memory if undefined
 */
export async function startExampleInstance(databaseUrl?: string): Promise<ExampleInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-examples-'));
  const { origins, close } = await startServers();
  makeRepository(join(folder, 'product-docs.git'));
  // Jobs wait by the time of the machine, so the clock starts there.
  const started = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  let now = started;
  const instance = await startInstance(
    readConfig({
      ...(databaseUrl === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: databaseUrl }),
      PORT: '0',
      PUBLIC_URL,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      GIT_PROTOCOLS: 'http,https,file',
      GIT_FILE_ROOTS: folder,
      // No server listens at this address.
      DNS_SERVERS: '127.0.0.1:1',
      ASK_MODEL: 'example',
      ASK_URL: origins.chats,
      TRANSLATION_ENGINE: 'libretranslate',
      TRANSLATION_URL: origins.translator,
      ...Object.fromEntries(REQUEST_LIMITS.map((name) => [`RATE_LIMIT_${name}`, '0'])),
    }),
    { clock: { now: () => new Date(now).toISOString() }, welcome: false, drainMs: 1_000, passwordCost: 6 },
  );
  return {
    instance,
    started,
    folder,
    clock: {
      tick: () => void (now += TICK_MS),
      later: () => void (now = (Math.floor(now / STEP_MS) + 1) * STEP_MS),
    },
    input: {
      url: instance.url,
      publicUrl: PUBLIC_URL,
      website: origins.website,
      repository: `file://${join(folder, 'product-docs.git')}`,
      certificate: selfSigned('Acme').certificate,
      expiresAt: new Date(started + 300 * DAY_MS).toISOString(),
    },
    async stop() {
      await instance.stop();
      close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
