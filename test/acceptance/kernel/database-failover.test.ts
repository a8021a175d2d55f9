import { expect } from 'chai';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { afterSuite, backends, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { insert } from '../../support/content/api-content.ts';
import { PostgresPair } from '../../support/servers/postgres-pair.ts';
import { must, World, type Answer } from '../../support/world.ts';

const WRITERS = 4;
const WRITES_BEFORE = 3;
const WRITES_AFTER = 3;

for (const backend of backends.filter(({ name }) => name === 'embedded'))
  describe(`a database with a standby (${backend.name})`, function () {
    this.timeout(240_000);
    let pair: PostgresPair;
    let instance: Instance;
    let world: World;
    let spaceId: string;
    before(async () => {
      pair = await PostgresPair.start();
      instance = await startInstance(
        readConfig(testEnvironment({ DATABASE_URL: pair.url, SECRET_KEY: 'k'.repeat(40) })),
        { welcome: false, drainMs: 1_000, ...QUICK_START },
      );
      afterSuite(() => instance.stop());
      world = await World.create(instance);
      spaceId = (await world.space({ title: 'Docs', editMode: 'live' })).id;
    });
    after(() => instance?.stop());

    it('accepts writes again after a failover, without a restart, and has lost nothing acknowledged', async () => {
      const acknowledged: string[] = [];
      const statuses = new Set<number>();
      /** Resolves when each writer has written `WRITES_BEFORE` times. */
      let started = 0;
      let onStarted = (): void => {};
      const allStarted = new Promise<void>((resolve) => (onStarted = resolve));
      let hasFailedOver = false;
      const write = async (writer: number): Promise<void> => {
        for (let i = 0, after = 0; after < WRITES_AFTER; i++) {
          const title = `Writer ${writer} page ${i}`;
          const answer: Answer | undefined = await world.admin.api
            .post(`/v1/spaces/${spaceId}/content`, { changes: [insert(title)] })
            .catch(() => undefined);
          statuses.add(answer?.status ?? 0);
          if (answer?.status === 200) {
            acknowledged.push(title);
            if (hasFailedOver) after++;
            if (i === WRITES_BEFORE && ++started === WRITERS) onStarted();
          } else if (i === WRITES_BEFORE) i--;
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
      await allStarted;
      await pair.failOver();
      hasFailedOver = true;
      await Promise.all(writers);

      expect([...statuses].filter((status) => ![200, 503].includes(status))).to.deep.equal([]);
      const { pages } = must(await world.admin.api.get(`/v1/spaces/${spaceId}/content/pages`), 200);
      const titles = new Set(pages.map(({ title }: { title: string }) => title));
      expect(acknowledged.filter((title) => !titles.has(title))).to.deep.equal([]);
    });
  });
