import { expect } from 'chai';
import { Client, type SharedState } from '../../../scripts/history/client.ts';
import { chainOf, readHistory, type History, type HistoryRevision } from '../../../scripts/history/history.ts';
import { Recorder, type Operation } from '../../../scripts/history/operation.ts';
import { verifyHistory } from '../../../scripts/history/verify-history.ts';
import { backends } from '../../support/backends.ts';
import { World, type Api } from '../../support/world.ts';

interface Run {
  readonly operations: readonly Operation[];
  readonly history: History;
}

/** Lets four clients work on a new space until they have done so much; `through` stands between them and the server. */
async function run(world: World, through: (api: Api) => Api = (api) => api, enough = 50): Promise<Run> {
  const { id: spaceId } = await world.space();
  const recorder = new Recorder();
  const api = through(world.admin.api);
  const workshop: SharedState = {
    target: { api: async () => api, deaths: 0 },
    recorder,
    spaceId,
    shared: [undefined],
    over: () =>
      recorder.operations.filter(({ kind, outcome }) => kind === 'edit' && outcome === 'done').length > enough,
  };
  await new Client(0, workshop, 7).prepare();
  await Promise.all([1, 2, 3, 4].map((n) => new Client(n, workshop, n).work()));
  return { operations: recorder.operations, history: await readHistory(world.admin.api, spaceId) };
}
const verify = ({ operations, history }: Run): string[] => verifyHistory(operations, history);

describe('verifyHistory', () => {
  let world: World;
  let right: Run;
  before(async function () {
    world = await World.create(await backends[0]!.instance());
    right = await run(world);
  });

  it('accepts a correct history', () => {
    expect(verify(right)).to.deep.equal([]);
    for (const kind of ['open', 'edit', 'update', 'merge', 'read'])
      expect(
        right.operations.some((one) => one.kind === kind && one.outcome === 'done'),
        kind,
      ).to.equal(true);
  });

  describe('reports', () => {
    const main = (): HistoryRevision[] => chainOf(right.history, right.history.head);
    const merges = (): HistoryRevision[] => main().filter(({ type }) => type === 'merge');
    const withRevision = (revision: HistoryRevision): History => ({
      ...right.history,
      revisions: new Map([...right.history.revisions, [revision.id, revision]]),
    });
    const without = (id: string): History => {
      const [before] = right.history.revisions.get(id)!.parents;
      const revisions = [...right.history.revisions.values()]
        .filter((one) => one.id !== id)
        .map((one) => ({ ...one, parents: one.parents.map((parent) => (parent === id ? before! : parent)) }));
      return { ...right.history, revisions: new Map(revisions.map((one) => [one.id, one])) };
    };
    const withOperations = (change: (one: Operation, i: number) => Operation[]): Run => ({
      ...right,
      operations: right.operations.flatMap(change),
    });
    const firstOf = (kind: Operation['kind']): Operation =>
      right.operations.find((one) => one.kind === kind && one.outcome === 'done' && one.client > 0)!;

    it('an acknowledged merge that is lost', () => {
      expect(verify({ ...right, history: without(merges().at(-2)!.id) }).join('\n')).to.match(
        /merge on .* \(done.*|acknowledged, but not in the history/,
      );
    });
    it('an acknowledged edit that is lost', () => {
      const { revision } = firstOf('edit');
      expect(verify({ ...right, history: without(revision!) }).join('\n')).to.match(
        /acknowledged, but not in the history: client \d edit/,
      );
    });
    it('an acknowledged change request that is lost, and the gap in the numbers', () => {
      const open = right.history.branches.filter(({ status }) => status === 'open');
      const branches = right.history.branches.filter(({ id }) => id !== open[0]!.id);
      expect(verify({ ...right, history: { ...right.history, branches } }).join('\n')).to.match(
        /have the numbers|change request is not there/,
      );
    });
    it('a revision with other content than its operation wrote', () => {
      const { revision } = firstOf('edit');
      const found = right.history.revisions.get(revision!)!;
      const rows = found.rows.map((row, i) => (i === 0 ? { ...row, title: 'Something else' } : row));
      expect(verify({ ...right, history: withRevision({ ...found, rows }) })[0]).to.match(/does not come to revision/);
    });
    it('a merge with another result than its parents imply', () => {
      const found = merges().at(-1)!;
      expect(verify({ ...right, history: withRevision({ ...found, rows: found.rows.slice(1) }) })[0]).to.match(
        /is not what its parents come to: row 0/,
      );
    });
    it('acknowledged words that are missing although every revision exists', () => {
      const texts = new Map(
        [...right.history.texts].map(([branch, text]) => [
          branch,
          branch === right.history.spaceId ? text.replace(/^said .*$/gm, '') : text,
        ]),
      );
      expect(verify({ ...right, history: { ...right.history, texts } }).join('\n')).to.match(
        /^the word w\d+c\d+ is gone/,
      );
    });
    it('a change request that was merged twice', () => {
      const [one, two] = merges().slice(-2) as [HistoryRevision, HistoryRevision];
      expect(verify({ ...right, history: withRevision({ ...two, mergedFrom: one.mergedFrom! }) }).join('\n')).to.match(
        /was merged twice/,
      );
    });
    it('a revision that no client requested', () => {
      const lost = firstOf('edit');
      expect(verify(withOperations((one) => (one === lost ? [] : [one])))[0]).to.match(
        /nobody asked for what revision/,
      );
    });
    it('a response with a server error', () => {
      const edit = firstOf('edit');
      expect(
        verify(withOperations((one) => (one === edit ? [one, { ...one, outcome: 'failed', status: 500 }] : [one]))),
      ).to.match(/^answered with 500: client/);
    });
    it('an order that contradicts the acknowledgements', () => {
      const merges = right.operations.filter(({ kind, outcome }) => kind === 'merge' && outcome === 'done');
      const [first, last] = [merges[0]!, merges.at(-1)!];
      expect(
        verify(
          withOperations((one) =>
            one === first ? [{ ...one, started: last.ended + 1, ended: last.ended + 2 }] : [one],
          ),
        ).join('\n'),
      ).to.match(/came after, but stands before/);
    });
    it('a read that misses acknowledged writes', () => {
      const stale: Operation = {
        client: 9,
        kind: 'read',
        branch: right.history.spaceId,
        outcome: 'done',
        status: 200,
        started: 1e9,
        ended: 1e9 + 1,
        revision: main()[0]!.id,
      };
      expect(verify({ ...right, operations: [...right.operations, stale] }).join('\n')).to.match(
        /came after, but stands before: client 9 read/,
      );
    });
  });

  describe('detects a server', function () {
    const between =
      (intercept: (api: Api, ...of: Parameters<Api>) => ReturnType<Api>) =>
      (api: Api): Api =>
        Object.assign((...of: Parameters<Api>) => intercept(api, ...of), api);

    it('that acknowledges writes and drops them', async () => {
      let edits = 0;
      const dropping = between(async (api, method, path, body, headers) => {
        if (!path.endsWith('/content') || ++edits !== 20) return api(method, path, body, headers);
        const now = await api.get(path.replace(/\/content$/, ''));
        return { ...now, body: { ...now.body, revision: '0'.repeat(20) } };
      });
      expect(verify(await run(world, dropping, 25)).join('\n')).to.match(
        /acknowledged, but not in the history: client \d edit/,
      );
    });
    it('that performs writes it reported as failed', async () => {
      let edits = 0;
      const lying = between(async (api, method, path, body, headers) => {
        const answer = await api(method, path, body, headers);
        return path.endsWith('/content') && answer.status === 200 && ++edits === 20
          ? { ...answer, status: 409, body: { error: { code: 409 } } }
          : answer;
      });
      expect(verify(await run(world, lying, 25)).join('\n')).to.match(/nobody asked for what revision/);
    });
    it('that ignores If-Match', async () => {
      const careless = between(async (api, method, path, body, { 'if-match': ifMatch, ...headers } = {}) => {
        // Somebody else comes in between.
        if (ifMatch !== undefined)
          await api(method, path, { changes: [{ operation: 'insert_page', title: 'In between', document: {} }] });
        return api(method, path, body, headers);
      });
      expect(verify(await run(world, careless, 20)).join('\n')).to.match(/went on from \w+ in spite of its If-Match/);
    });
  });
});
