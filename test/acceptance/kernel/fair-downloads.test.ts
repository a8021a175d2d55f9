import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Uploads } from '../../support/files/uploads.ts';
import { IdleClient } from '../../support/idle-client.ts';
import { until } from '../../support/until.ts';
import { must, World, type Person } from '../../support/world.ts';

/** Bytes that no socket buffers on the way can hold. */
const LARGE = 20_000_000;

onEveryBackend('downloads that share places', (backend) => {
  let world: World;
  let uploads: Uploads;
  let space: string;
  const idle: IdleClient[] = [];

  before(async () => {
    world = await World.create(await backend.instance());
    uploads = new Uploads(world);
    space = await uploads.space();
    await uploads.insert(space, { name: 'large.bin', key: await uploads.sent(randomBytes(LARGE)) });
  });
  afterEach(() => idle.splice(0).forEach((client) => client.close()));

  const linkFor = async (person: Person): Promise<string> =>
    must(await person.api.get(`/v1/spaces/${space}/archive`), 200).url;
  /** Starts downloads of which no byte is taken; those that have to wait for a place go on waiting. */
  const holdIdle = async (person: Person, count: number): Promise<void> => {
    const url = await linkFor(person);
    const begun = Array.from({ length: count }, () => {
      const client = IdleClient.asking(url);
      idle.push(client);
      return client.begun;
    });
    // Requests beyond the share of the user do not begin.
    await Promise.race([Promise.all(begun), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  };
  const statusOf = async (url: string, method = 'GET'): Promise<number> => {
    const answer = await fetch(url, { method, signal: AbortSignal.timeout(100_000) });
    await answer.body?.cancel();
    return answer.status;
  };

  describe('getSpaceArchive', () => {
    it('[A81] serves another organization while ten downloads of one user take no byte', async () => {
      await holdIdle(world.admin, 10);
      const other = await World.create(world.instance);
      const { url } = must(await other.admin.api.get(`/v1/spaces/${await new Uploads(other).space()}/archive`), 200);
      expect(await statusOf(url)).to.equal(200);
    });

    it('[A81] serves another organization while users of one organization hold all places it may have', async () => {
      for (let n = 0; n < 5; n++) await holdIdle(await world.member('read'), 2);
      const other = await World.create(world.instance);
      const { url } = must(await other.admin.api.get(`/v1/spaces/${await new Uploads(other).space()}/archive`), 200);
      expect(await statusOf(url)).to.equal(200);
    });

    it('[A81] serves another user of the same organization', async () => {
      await holdIdle(world.admin, 10);
      expect(await statusOf(await linkFor(await world.member('read')))).to.equal(200);
    });

    it('[A81] answers 429 with Retry-After when too many downloads of one user wait already', async () => {
      const url = await linkFor(world.admin);
      for (let n = 0; n < 10; n++) idle.push(IdleClient.asking(url));
      const statuses = (): string[] =>
        idle.map(({ received }) => received.slice('HTTP/1.1 '.length, 'HTTP/1.1 429'.length)).sort();
      await until(() => statuses()[4] !== '');
      expect(statuses(), 'two are sent, four wait').to.deep.equal([
        '',
        '',
        '',
        '',
        '200',
        '200',
        '429',
        '429',
        '429',
        '429',
      ]);
      const refused = idle.find(({ received }) => received.includes(' 429 '))!.received;
      expect(refused).to.match(/\r\nRetry-After: [1-9]\d?\r\n/i);
      expect(refused).to.match(/"message":"too many archive downloads of yours are in progress; retry in \d+ seconds"/);
      expect(await statusOf(url, 'HEAD'), 'describing an archive needs no place').to.equal(200);
    });

    it('[A81] gives the place of a client that leaves to the next at once', async () => {
      const url = await linkFor(world.admin);
      await holdIdle(world.admin, 2);
      const waiting = statusOf(url);
      idle.splice(0, 1)[0]!.close();
      expect(await waiting).to.equal(200);
    });
  });
});
