/**
 * Records the examples of the API reference: starts an instance in memory, walks through the life of a small organization with
 * every operation, and writes scripts/openapi/examples/examples.json. `npm run openapi` takes them into openapi.json.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROUTES } from '../src/adapters/http/routes.ts';
import { readConfig } from '../src/config.ts';
import { startInstance } from '../src/instance.ts';
import { selfSigned } from '../test/support/servers/self-signed.ts';
import { findExampleProblem, Recorder } from './openapi/examples/recorder.ts';
import { ANSWER, PAGES, TRANSLATED, walk } from './openapi/examples/scenario.ts';
import { Stabilizer } from './openapi/examples/stable.ts';

const PUBLIC_URL = 'https://quire.example.com';
const FILE = new URL('./openapi/examples/examples.json', import.meta.url);
const START = Date.parse('2026-03-02T09:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TICK_MS = 100;
/** Time between the steps of the scenario. */
const STEP_MS = 10 * MINUTE_MS;

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

const folder = mkdtempSync(join(tmpdir(), 'quire-examples-'));
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
makeRepository(join(folder, 'product-docs.git'));
// Jobs wait by the time of the machine, so the clock starts there; examples show it as if it had started at START.
const started = Math.floor(Date.now() / STEP_MS) * STEP_MS;
let now = started;
const instance = await startInstance(
  readConfig({
    PERSISTENCE: 'memory',
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
    ASK_URL: chats.origin,
    TRANSLATION_ENGINE: 'libretranslate',
    TRANSLATION_URL: translator.origin,
    ...Object.fromEntries(
      ['READ', 'SEARCH', 'WRITE', 'HEAVY', 'HEAVY_ORGANIZATION', 'ANONYMOUS', 'ANONYMOUS_SEARCH'].map((name) => [
        `RATE_LIMIT_${name}`,
        '0',
      ]),
    ),
  }),
  { clock: { now: () => new Date(now).toISOString() }, welcome: false, drainMs: 1_000, passwordCost: 6 },
);
try {
  const stabilizer = new Stabilizer({
    clock: { from: started, to: START },
    replacements: [
      [website.origin, 'https://help.acme.example'],
      [`file://${folder}`, 'https://git.acme.example'],
      ['http://127.0.0.1:9', 'https://git.acme.example'],
      [instance.url, PUBLIC_URL],
      ['127.0.0.1', '198.51.100.7'],
    ],
    words: new Set(ROUTES.map(({ useCase }) => useCase.name)),
  });
  const clock = {
    tick: () => void (now += TICK_MS),
    later: () => void (now = (Math.floor(now / STEP_MS) + 1) * STEP_MS),
  };
  const recorder = new Recorder(instance.url, instance.adminToken, clock, (...seen) => stabilizer.observe(...seen));
  await walk(recorder, {
    url: instance.url,
    publicUrl: PUBLIC_URL,
    website: website.origin,
    repository: `file://${join(folder, 'product-docs.git')}`,
    certificate: selfSigned('Acme').certificate,
    expiresAt: new Date(started + 300 * DAY_MS).toISOString(),
  });
  const examples = stabilizer.stable(recorder.examples());
  const problems = ROUTES.flatMap((route) => {
    const problem = findExampleProblem(route, examples[route.useCase.name]);
    return problem === undefined ? [] : [`${route.useCase.name} ${problem}`];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
} finally {
  await instance.stop();
  website.close();
  translator.close();
  chats.close();
  rmSync(folder, { recursive: true, force: true });
}
