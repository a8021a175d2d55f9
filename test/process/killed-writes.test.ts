import { join } from 'node:path';
import { expect } from 'chai';
import { backends, temporaryFolder } from '../support/backends.ts';
import { insert } from '../support/content/api-content.ts';
import { startRelay, type Relay } from '../support/servers/relay.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const TOKEN = 'an-operator-token-0123456789';
/** Messages to the database that one operation may need at most. */
const MAX_MESSAGES = 60;

/** Operation that is repeated until it ends before its process is killed. */
interface Scene {
  /** Prepares what the operation needs, and returns the operation. */
  arrange(api: Api, turn: number): Promise<(api: Api) => Promise<{ status: number }>>;
  /** Expects that the operation of a turn was done completely, or not at all, and that it can be done now. */
  verify(api: Api, turn: number, isAcknowledged: boolean): Promise<void>;
}

describe('a process that is killed at a message to the database', function () {
  this.timeout(600_000);
  let databaseUrl: string;
  let relay: Relay;
  let environment: Record<string, string>;
  let space: string;
  before(async () => {
    databaseUrl = (await backends.find(({ name }) => name === 'embedded')!.database())!;
    relay = await startRelay(databaseUrl);
    environment = {
      DATABASE_URL: relay.url,
      DATA_DIR: join(temporaryFolder(), 'data'),
      ADMIN_TOKEN: TOKEN,
      LOG_LEVEL: 'warn',
    };
    const { quire, api } = await start();
    const [{ id: organizationId }] = must(await api.get('/v1/orgs'), 200).items;
    const body = { title: 'Docs', editMode: 'live' };
    space = `/v1/spaces/${must(await api.post(`/v1/orgs/${organizationId}/spaces`, body), 201).id}`;
    await quire.end();
  });

  async function start(): Promise<{ quire: QuireProcess; api: Api }> {
    const quire = QuireProcess.start(environment);
    return { quire, api: apiOf({ url: await quire.ready() }, TOKEN) };
  }

  /** Kills the process at the first message of the operation, at the second, and so on, before and after it passes. */
  async function killAtEachMessage({ arrange, verify }: Scene): Promise<number> {
    let { quire, api } = await start();
    let isDone = false;
    let turn = 0;
    for (let nth = 1; !isDone && nth <= MAX_MESSAGES; nth++)
      for (const passes of [false, true]) {
        const operation = await arrange(api, ++turn);
        let killed: Promise<unknown> | undefined;
        let sent = 0;
        const victim = quire;
        relay.intercept = () => {
          if (killed !== undefined) return false;
          if (++sent < nth) return true;
          killed = victim.end('SIGKILL');
          return passes;
        };
        const status = await operation(api).then(
          (answer) => answer.status,
          () => undefined,
        );
        relay.intercept = undefined;
        if (killed === undefined) {
          expect(status).to.be.oneOf([200, 201]);
          isDone = true;
        } else {
          await killed;
          ({ quire, api } = await start());
        }
        await verify(api, turn, status === 200 || status === 201);
      }
    expect(isDone, `the operation ends within ${MAX_MESSAGES} messages`).to.equal(true);
    await quire.end();
    return turn;
  }

  it('leaves a merge done or not begun, and the next process can do it', async () => {
    const requests: { readonly page: string; readonly id: string }[] = [];
    const turns = await killAtEachMessage({
      async arrange(api, turn) {
        const { changes } = must(await api.post(`${space}/content`, { changes: [insert(`Merged ${turn}`)] }), 200);
        const request = must(await api.post(`${space}/change-requests`, { subject: `Turn ${turn}` }), 201);
        const edit = { operation: 'update_page', page: changes[0].page.id, document: { markdown: `Merged ${turn}.` } };
        must(await api.post(`${space}/change-requests/${request.id}/content`, { changes: [edit] }), 200);
        requests.push({ page: changes[0].page.id, id: request.id });
        return (present) => present.post(`${space}/change-requests/${request.id}/merge`);
      },
      async verify(api, turn, isAcknowledged) {
        const { page, id } = requests.at(-1)!;
        const text = async (): Promise<string> =>
          must(await api.get(`${space}/content/page/${page}?format=markdown`), 200).markdown.trim();
        const status = async (): Promise<string> => must(await api.get(`${space}/change-requests/${id}`), 200).status;
        const isMerged = (await status()) === 'merged';
        if (isAcknowledged) expect(isMerged, `turn ${turn}`).to.equal(true);
        expect((await text()) === `Merged ${turn}.`, `turn ${turn}`).to.equal(isMerged);
        if (!isMerged) must(await api.post(`${space}/change-requests/${id}/merge`), 200);
        expect([await status(), await text()]).to.deep.equal(['merged', `Merged ${turn}.`]);
      },
    });
    expect(turns).to.be.greaterThan(4);
  });

  it('leaves an edit done or not begun', async () => {
    const turns = await killAtEachMessage({
      arrange: async (_, turn) => (api) => api.post(`${space}/content`, { changes: [insert(`Inserted ${turn}`)] }),
      async verify(api, turn, isAcknowledged) {
        const { pages } = must(await api.get(`${space}/content/pages`), 200);
        const [page, ...others] = pages.filter(({ title }: { title: string }) => title === `Inserted ${turn}`);
        expect(others).to.deep.equal([]);
        if (isAcknowledged) expect(page).to.not.equal(undefined);
        if (page !== undefined) must(await api.get(`${space}/content/page/${page.id}?format=markdown`), 200);
      },
    });
    expect(turns).to.be.greaterThan(4);
  });

  it('leaves an uploaded file in the space or not, and never one without its bytes', async () => {
    const bytes = (turn: number): string => `Bytes of turn ${turn}`;
    const turns = await killAtEachMessage({
      arrange: async (_, turn) => (api) =>
        api.post(`${space}/content`, {
          changes: [
            {
              operation: 'insert_files',
              files: [
                { name: `${turn}.txt`, contentType: 'text/plain', base64: Buffer.from(bytes(turn)).toString('base64') },
              ],
            },
          ],
        }),
      async verify(api, turn, isAcknowledged) {
        const { items } = must(await api.get(`${space}/content/files?limit=100`), 200);
        const [file] = items.filter(({ name }: { name: string }) => name === `${turn}.txt`);
        if (isAcknowledged) expect(file).to.not.equal(undefined);
        if (file !== undefined) expect(await (await fetch(file.downloadURL)).text()).to.equal(bytes(turn));
      },
    });
    expect(turns).to.be.greaterThan(4);
  });

  it('leaves nothing that “quire verify” finds', async () => {
    const { code, stdout, stderr } = await QuireProcess.command(['verify'], {
      ...environment,
      DATABASE_URL: databaseUrl,
    });
    expect(code, stdout + stderr).to.equal(0);
  });
});
