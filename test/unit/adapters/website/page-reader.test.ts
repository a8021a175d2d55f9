import { expect } from 'chai';
import { UnreadableDocument } from '../../../../src/adapters/workers/worker-errors.ts';
import { createPageReader, PAGE_READING, type PageReader } from '../../../../src/adapters/website/page-reader.ts';
import { WorkerPool } from '../../../../src/adapters/workers/worker-pool.ts';
import { entryModule } from '../../../../src/packaged-files.ts';
import type { ResourceConsumer } from '../../../../src/ports/kernel/request-limits.ts';
import { QUICK_START } from '../../../support/backends.ts';

const THREAD = entryModule('adapters/website/page/page-worker', QUICK_START.compiledModules);
const request = (html: string) => ({
  format: 'html' as const,
  bytes: Buffer.from(html),
  contentType: 'text/html',
  url: 'https://example.com/',
  mark: 'q-',
  maxLinks: 10,
});

const HOLDER = { organizationId: 'a', user: 'ann' };

describe('createPageReader', () => {
  let pool: WorkerPool;
  afterEach(() => pool.close());
  const start = (taskMs = PAGE_READING.taskMs): void => {
    pool = new WorkerPool({ entry: THREAD, ...PAGE_READING, taskMs });
  };
  const readerFor = (consumer: ResourceConsumer): PageReader => createPageReader(pool, consumer);

  it('stops a page that takes too long without delaying callers, and continues with the next', async () => {
    start(1500);
    const reader = readerFor(HOLDER);
    await reader.read(request('<p>first'));
    let turns = 0;
    const ticking = setInterval(() => turns++, 10);
    const slow = reader.read(request(`<table>${'<a href=x>x</a> '.repeat(120_000)}`));
    const next = reader.read(request('<p>next'));
    const failure = await slow.catch((error: unknown) => error);
    clearInterval(ticking);
    expect(failure).to.be.instanceOf(UnreadableDocument);
    expect(turns).to.be.above(20);
    expect((await next).markdown).to.equal('next\n');
  });

  it('[A81] reads pages of another organization while those of one use all their time', async () => {
    start(4_000);
    const other = readerFor({ organizationId: 'b', user: 'bob' });
    await Promise.all([readerFor(HOLDER).read(request('<p>first')), other.read(request('<p>first'))]);
    const costly = request(`<table>${'<a href=x>x</a> '.repeat(120_000)}`);
    let ended = 0;
    const slow = Array.from({ length: 2 }, () =>
      readerFor(HOLDER)
        .read(costly)
        .catch(() => {})
        .finally(() => ended++),
    );
    for (let n = 0; n < 3; n++) expect((await other.read(request('<p>quick'))).markdown).to.equal('quick\n');
    expect(ended).to.equal(0);
    await Promise.all(slow);
  });

  it('reports a page that is nested too deeply', async () => {
    start();
    const failure = await readerFor(HOLDER)
      .read(request('<b>'.repeat(1000)))
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(UnreadableDocument).with.property('message', 'the document is nested too deeply');
  });
});
