import { expect } from 'chai';
import { Database } from '../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { Tokens } from '../../src/composition/tokens.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { backends, QUICK_START, temporaryFolder, testEnvironment } from '../support/backends.ts';
import { PostgresPair } from '../support/servers/postgres-pair.ts';
import { poll, until } from '../support/until.ts';
import { apiOf, must, World, type Api } from '../support/world.ts';

/** Time in which connections are closed; idle ones of a pool stay for 30 s. */
const CLOSING_MS = 10_000;

describe('reads of a standby', function () {
  this.timeout(300_000);
  let pair: PostgresPair;
  let nodes: readonly Instance[];
  let apis: readonly Api[];
  let world: World;

  const environment = (readUrl: string): Record<string, string> => ({
    ...testEnvironment({ DATABASE_URL: pair.primary.url, DATABASE_READ_URL: readUrl, SECRET_KEY: 'k'.repeat(40) }),
    ADMIN_TOKEN: 'an-operator-token-0123456789',
  });
  const start = (readUrl: string): Promise<Instance> =>
    startInstance(readConfig(environment(readUrl)), { welcome: false, drainMs: 500, ...QUICK_START });
  /** Reads that the standby answered, or left to the primary, on all nodes. */
  const results = async (): Promise<Record<'answered' | 'behind' | 'failed', number>> => {
    const sums = { answered: 0, behind: 0, failed: 0 };
    for (const { container } of nodes)
      for (const [, result, count] of (await container.get(Tokens.Metrics).render()).body.matchAll(
        /^quire_database_standby_reads_total\{result="(\w+)"\} (\d+)$/gm,
      ))
        sums[result as keyof typeof sums] += Number(count);
    return sums;
  };
  const listed = async (api: Api): Promise<readonly string[]> =>
    must(await api.get(`/v1/orgs/${world.organizationId}/spaces?limit=1000`), 200).items.map(
      ({ id }: { id: string }) => id,
    );
  /** Writes through one node and reads at once through the other, in turns. */
  const writeAndRead = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const [writer, reader] = round % 2 === 0 ? apis : [...apis].reverse();
      const { id } = must(await writer!.post(`/v1/orgs/${world.organizationId}/spaces`, { title: 'Written' }), 201);
      expect(await listed(reader!)).to.include(id);
      must(await reader!.delete(`/v1/spaces/${id}`), 205);
      expect(await listed(writer!)).not.to.include(id);
    }
  };

  before(async () => {
    pair = await PostgresPair.start();
    const one = await start(pair.standby.url);
    nodes = [one, await start(pair.standby.url)];
    world = await World.create(one);
    apis = nodes.map((node) => apiOf(node, world.admin.token));
  });
  after(async () => {
    for (const node of nodes) await node.stop();
  });

  it('see everything that was written before, through any node', async () => {
    const before = await results();
    await writeAndRead(30);
    await until(async () => {
      await listed(apis[0]!);
      return (await results()).answered > before.answered;
    });
  });

  it('are answered by the primary while the standby is behind', async () => {
    await pair.standby.query('SELECT pg_wal_replay_pause()');
    const before = await results();
    await writeAndRead(10);
    expect((await results()).behind).to.be.above(before.behind);
    await pair.standby.query('SELECT pg_wal_replay_resume()');
    const { answered } = await results();
    await until(async () => {
      await listed(apis[0]!);
      return (await results()).answered > answered;
    });
  });

  it('are answered by the primary while the standby is gone', async () => {
    // Commits wait for a synchronous standby.
    await pair.primary.query("ALTER SYSTEM SET synchronous_standby_names = ''");
    await pair.primary.query('SELECT pg_reload_conf()');
    await pair.standby.end('SIGKILL');
    await writeAndRead(5);
    await pair.standby.start();
    const { answered } = await results();
    await until(async () => {
      await listed(apis[0]!);
      return (await results()).answered > answered;
    });
  });

  it('are answered by the primary when the standby was promoted', async () => {
    await pair.standby.query('SELECT pg_promote()');
    await writeAndRead(5);
    const { answered } = await results();
    await writeAndRead(5);
    expect((await results()).answered).to.equal(answered);
  });

  it('are refused at the start of another database', async () => {
    const other = (await backends.find(({ name }) => name === 'embedded')!.database())!;
    const problem = await startInstance(readConfig({ ...environment(other), DATA_DIR: temporaryFolder() })).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(problem).to.include('DATABASE_READ_URL is no standby of DATABASE_URL');
  });

  it('leave no connection to the primary open when they are refused', async () => {
    await pair.primary.query('CREATE DATABASE refused');
    const url = Object.assign(new URL(pair.primary.url), { pathname: '/refused' }).href;
    const readUrl = (await backends.find(({ name }) => name === 'embedded')!.database())!;
    const error = await Database.open({ url, connections: 2, readUrl }).catch((refusal: Error) => refusal);
    expect(error).to.be.instanceOf(Error);
    await poll(
      'no connection is open',
      () => pair.primary.query("SELECT application_name FROM pg_stat_activity WHERE datname = 'refused'"),
      (open) => open.length === 0,
      CLOSING_MS,
    );
  });
});
