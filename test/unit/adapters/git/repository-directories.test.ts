import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { RepositoryDirectories } from '../../../../src/adapters/git/repository-directories.ts';
import { temporaryFolder } from '../../../support/backends.ts';

const HOUR_MS = 60 * 60 * 1000;
const never = (): boolean => false;

/** Opens caches in a new folder with a clock of the test. */
async function scene(limits: { maxPacks: number; maxBytes: number }) {
  const dir = temporaryFolder();
  const clock = { now: Date.now() };
  const places = await RepositoryDirectories.open(dir, () => clock.now, limits);
  const pack = (gitDir: string, name: string, bytes: number): void => {
    mkdirSync(join(gitDir, 'objects', 'pack'), { recursive: true });
    writeFileSync(join(gitDir, 'objects', 'pack', `${name}.pack`), Buffer.alloc(bytes));
    const at = new Date(clock.now); // Creating a file in the folder changes its time, which is reset here.
    utimesSync(gitDir, at, at);
  };
  /** Uses a cache and adds a pack of the given size; returns its folder. */
  const use = (key: string, name: string, bytes: number): Promise<string> =>
    places.withCache(key, async ({ gitDir }) => (pack(gitDir, name, bytes), gitDir), never);
  return { clock, use, names: () => readdirSync(join(dir, 'cache')) };
}

describe('RepositoryDirectories.withCache', () => {
  it('reuses a directory until it has too many packs', async () => {
    const { use } = await scene({ maxPacks: 2, maxBytes: 1_000 });
    const first = await use('a', '1', 1);
    expect(await use('a', '2', 1)).to.equal(first);
    expect(await use('a', '3', 1)).to.equal(first);
    expect(await use('a', '4', 1)).to.not.equal(first);
    expect(await use('b', '1', 1)).to.not.equal(first);
  });

  it('evicts caches beyond the total size, least recently used first, except those that may be in use', async () => {
    const { clock, use, names } = await scene({ maxPacks: 9, maxBytes: 20 });
    await use('a', '1', 10);
    clock.now += 1_000;
    await use('b', '1', 11);
    await use('c', '1', 0);
    expect(names(), 'all of them are in use').to.have.length(3);
    clock.now += HOUR_MS;
    await use('c', '2', 0);
    expect(names(), 'one of them is still').to.have.length(2);
    expect(await use('b', '2', 0)).to.be.a('string');
    expect(names()).to.have.length(2);
  });

  it('keeps caches of exactly the maximum total size', async () => {
    const { clock, use, names } = await scene({ maxPacks: 9, maxBytes: 20 });
    await use('a', '1', 10);
    await use('b', '1', 10);
    clock.now += 2 * HOUR_MS;
    await use('c', '1', 0);
    expect(names()).to.have.length(3);
  });
});
