import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { WorkerOpenAPIParser } from '../../../../src/adapters/openapi/worker-openapi-parser.ts';
import { SPEC_CHECKING, SPEC_PROCESSING, SPEC_READING } from '../../../../src/adapters/openapi/limits.ts';
import { WorkerPool } from '../../../../src/adapters/workers/worker-pool.ts';
import type { OrganizationId } from '../../../../src/domain/kernel/id.ts';
import { entryModule } from '../../../../src/packaged-files.ts';
import { UnusableSpec } from '../../../../src/ports/openapi-specs.ts';
import { QUICK_START } from '../../../support/backends.ts';
import { longestTurnOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';

const THREAD = entryModule('adapters/openapi/spec-worker', QUICK_START.compiledModules);
const OURS = 'o'.repeat(20) as OrganizationId;
const OTHERS = 'p'.repeat(20) as OrganizationId;
const nothing = { organizationId: OURS, fetch: () => Promise.reject(new Error('nothing there')) };
const SMALL = Buffer.from('{"openapi":"3.1.0","info":{"title":"T"},"paths":{"/a":{"get":{"responses":{}}}}}');
const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('it was taken'),
    (error: Error) => error,
  );

describe('WorkerOpenAPIParser', () => {
  let pools: WorkerPool[] = [];
  const start = ({ readMs = SPEC_READING.taskMs, checkMs = SPEC_CHECKING.taskMs } = {}): WorkerOpenAPIParser => {
    const [reading, checking, processing] = [
      { ...SPEC_READING, taskMs: readMs },
      { ...SPEC_CHECKING, taskMs: checkMs },
      SPEC_PROCESSING,
    ].map((limits) => new WorkerPool({ entry: THREAD, ...limits })) as [WorkerPool, WorkerPool, WorkerPool];
    pools = [reading, checking, processing];
    return new WorkerOpenAPIParser({ reading, checking, processing });
  };
  afterEach(() => Promise.all(pools.map((pool) => pool.close())));

  it('reads, describes and compares documents', async () => {
    const documents = start();
    const { reference, externals } = await documents.read(SMALL, nothing);
    expect(externals).to.equal(0);
    const described = await documents.describe(reference, OURS);
    expect(described).to.deep.include({ title: 'T', schemas: [] });
    expect(described.tags.map(({ operations }) => operations.map(({ title }) => title))).to.deep.equal([['GET /a']]);
    expect(await documents.diff(reference, reference, OURS)).to.deep.equal({
      breaking: false,
      operations: [],
      schemas: [],
    });
  });

  it('[A47] stops a document that takes too long without delaying callers, and continues with the next', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const documents = start({ readMs: 1_500 });
    await documents.read(SMALL, nothing);
    const slow = Buffer.from(`openapi: 3.1.0\nx:\n${'  - {a: b, c: [d, e, f]}\n'.repeat(600_000)}`);
    let refused: Error | undefined;
    const longest = await longestTurnOf(async () => void (refused = await failure(documents.read(slow, nothing))));
    expect(refused).to.be.instanceOf(UnusableSpec).with.property('message', 'the document takes too long to parse');
    expect(longest).to.be.below(200);
    expect((await documents.read(SMALL, nothing)).format).to.equal('json');
  });

  it('[A47] checks texts without reading them, within the time of a request', async () => {
    const documents = start({ checkMs: 1_500 });
    expect(
      await documents.check(Buffer.from('{"paths":{"/a":{"$ref":"https://example.com/a#/b"}}}'), OURS),
    ).to.deep.equal(['https://example.com/a']);
    expect(await failure(documents.check(Buffer.from('{"paths":{"/a":{"$ref":"file:///a"}}}'), OURS)))
      .to.be.instanceOf(UnusableSpec)
      .with.property('message', 'the reference file:///a must use http or https');
    expect(await documents.check(Buffer.from(`x:\n${'  - {a: b, c: [d, e, f]}\n'.repeat(600_000)}`), OURS)).to.equal(
      undefined,
    );
    const checks = Array.from({ length: 8 }, () => documents.check(SMALL, OURS));
    expect(await documents.check(SMALL, OTHERS), 'text of another organization').to.deep.equal([]);
    const many = await Promise.all(checks);
    expect(many.filter((found) => found === undefined)).to.have.lengthOf(3);
    expect(await documents.check(SMALL, OURS)).to.deep.equal([]);
  });

  it('accepts sixteen megabytes and no more', async () => {
    const error = await failure(start().read(Buffer.alloc(16 * 1024 * 1024 + 1, 0x20), nothing));
    expect(error).to.be.instanceOf(UnusableSpec).with.property('message', 'the document has more than 16777216 bytes');
  });

  it('does not count the time that a referenced document takes', async () => {
    const readMs = 1_500;
    const text = Buffer.from('{"openapi":"3.1.0","info":{},"paths":{"/a":{"$ref":"https://example.com/a"}}}');
    const fetch = async (url: string) => ({ url, body: await setTimeout(readMs + 100, Buffer.from('{}')) });
    expect(await start({ readMs }).read(text, { organizationId: OURS, fetch })).to.have.property('externals', 1);
  });

  it('fails with the error of a referenced document', async () => {
    const gone = new Error('gone for good');
    const text = Buffer.from('{"openapi":"3.1.0","info":{},"paths":{"/a":{"$ref":"https://example.com/a"}}}');
    expect(await failure(start().read(text, { organizationId: OURS, fetch: () => Promise.reject(gone) }))).to.equal(
      gone,
    );
  });
});
