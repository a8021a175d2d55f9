import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomBytes } from 'node:crypto';
import { QuireProcess } from '../../test/process/quire-process.ts';
import { apiOf, must, type Api } from '../../test/support/world.ts';
import type { HostileWork } from './hostile-clients.ts';

export interface LoadOptions {
  /** Duration of the hostile load. */
  readonly seconds: number;
  /** Empty directory for the data of the instance. */
  readonly dataDir: string;
}

/** Times of an ordinary reader's requests, in milliseconds. */
export interface ReaderTimes {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

export interface LoadFigures {
  readonly calm: ReaderTimes;
  readonly underLoad: ReaderTimes;
  /** Largest resident memory of the server, in megabytes; undefined where the system does not tell. */
  readonly peakMegabytes: number | undefined;
  /** Statuses of the hostile requests. */
  readonly hostile: Readonly<Record<string, number>>;
}

const COSTLY = 'a_b '.repeat(34_500);
const COSTLY_PAGES = 6;
const LARGE_FILE_BYTES = 20_000_000;
const CALM_SECONDS = 3;
const CLIENTS = fileURLToPath(new URL('./hostile-clients.ts', import.meta.url));

/** Disables limits that would end the load early, because all of it comes from one address. */
const UNLIMITED = { RATE_LIMIT_ANONYMOUS: '0', RATE_LIMIT_READ: '0', RATE_LIMIT_HEAVY: '0' };

/** Runs an instance as a process under hostile load and measures what an ordinary reader notices. */
export async function checkLoad({ seconds, dataDir }: LoadOptions): Promise<LoadFigures> {
  const server = QuireProcess.start({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...UNLIMITED });
  try {
    const url = await server.ready();
    const scene = await createScene(url, QuireProcess.token(dataDir));
    const calm = await read(scene.ordinary, CALM_SECONDS);
    const order: HostileWork = { url, seconds, ...scene.hostile };
    const clients = spawn(process.execPath, ['--import', 'tsx', CLIENTS, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let said = '';
      clients.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      const closed = once(clients, 'close');
      const underLoad = await read(scene.ordinary, seconds);
      await closed;
      return {
        calm,
        underLoad,
        peakMegabytes: peakOf(server.child.pid!),
        hostile: JSON.parse(said) as Record<string, number>,
      };
    } finally {
      if (clients.exitCode === null) clients.kill('SIGKILL');
    }
  } finally {
    await server.end();
  }
}

interface Scene {
  readonly ordinary: readonly (() => Promise<void>)[];
  readonly hostile: Omit<HostileWork, 'url' | 'seconds'>;
}

/** Creates expensive pages and an ordinary one in the space that the first start publishes. */
async function createScene(url: string, token: string): Promise<Scene> {
  const api = apiOf({ url }, token);
  const [organization] = must(await api.get('/v1/orgs'), 200).items;
  const [space] = must(await api.get(`/v1/orgs/${organization.id}/spaces`), 200).items;
  const [site] = must(await api.get(`/v1/orgs/${organization.id}/sites`), 200).items;
  const path = `/v1/spaces/${space.id}/content`;
  const page = (title: string, markdown: string) => ({ operation: 'insert_page', title, document: { markdown } });
  const costly = Array.from({ length: COSTLY_PAGES }, (_, n) => page(`Costly ${n}`, `${n} ${COSTLY}`));
  must(await api.post(path, { changes: [page('Ordinary', 'An *ordinary* page.'), ...costly] }), 200);
  const key = await upload(api, organization.id);
  must(await api.post(path, { changes: [{ operation: 'insert_files', files: [{ name: 'large.bin', key }] }] }), 200);
  const { pages } = must(await api.get(`${path}/pages`), 200) as {
    pages: readonly { id: string; title: string; path: string }[];
  };
  const ordinary = pages.find(({ title }) => title === 'Ordinary')!;
  const hostile = pages.filter(({ title }) => title.startsWith('Costly'));
  const published = new URL(site.urls.published).pathname.replace(/\/$/, '');
  const archive = new URL(must(await api.get(`/v1/spaces/${space.id}/archive`), 200).url);
  const anonymous = apiOf({ url });
  return {
    ordinary: [
      async () => void must(await api.get(`${path}/page/${ordinary.id}`), 200),
      async () => void must(await anonymous.get(`${published}/${ordinary.path}`), 200),
    ],
    hostile: {
      token,
      pages: hostile.map((one) => `${published}/${one.path}`),
      documents: hostile.map(({ id }) => `${path}/page/${id}?format=document`),
      download: archive.pathname,
    },
  };
}

async function upload(api: Api, organizationId: string): Promise<string> {
  const file = { name: 'large.bin', type: 'application/octet-stream', size: LARGE_FILE_BYTES };
  const { url, key } = must(
    await api.post(`/v1/orgs/${organizationId}/storage/upload`, { file, kind: 'organization_file' }),
    201,
  );
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': file.type },
    body: randomBytes(LARGE_FILE_BYTES),
  });
  if (answer.status !== 200) throw new Error(`the upload was answered with ${answer.status}: ${await answer.text()}`);
  return key as string;
}

/** Reads pages one after another, like a person. */
async function read(pages: readonly (() => Promise<void>)[], seconds: number): Promise<ReaderTimes> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    for (const page of pages) {
      const began = performance.now();
      await page();
      times.push(performance.now() - began);
    }
    await pause(5);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { requests: times.length, p50: at(0.5), p99: at(0.99), longest: times.at(-1)! };
}

function peakOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8'))?.[1]) / 1024;
}
