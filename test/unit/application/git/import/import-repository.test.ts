import { expect } from 'chai';
import { GitRepositoryFormat } from '../../../../../src/adapters/git-format/git-repository-format.ts';
import { MemoryContentStore, MemoryRevisions } from '../../../../../src/adapters/persistence/memory/content.ts';
import { MemoryFinder } from '../../../../../src/adapters/persistence/memory/kernel/finder.ts';
import { MemoryReads } from '../../../../../src/adapters/persistence/memory/reads.ts';
import { MemoryStore, type TableName } from '../../../../../src/adapters/persistence/memory/store.ts';
import { TYPES } from '../../../../../src/adapters/persistence/memory/types.ts';
import { MemoryStorageUsage } from '../../../../../src/adapters/persistence/memory/uploads.ts';
import { MemoryUnitOfWork } from '../../../../../src/adapters/persistence/memory/unit-of-work.ts';
import { mediaFileInspector } from '../../../../../src/adapters/media-file-inspector.ts';
import { slugify } from '../../../../../src/adapters/slugify.ts';
import { MemoryBlobStore } from '../../../../../src/adapters/storage/memory-blob-store.ts';
import { AesSecretBox } from '../../../../../src/adapters/system/aes-secret-box.ts';
import { TimeOrderedIds } from '../../../../../src/adapters/system/ids-and-clock.ts';
import { read } from '../../../../../src/application/content/reading.ts';
import { OrganizationStorage } from '../../../../../src/application/uploads/organization-storage.ts';
import { operationPurpose, type ImportJobPayload } from '../../../../../src/application/git/git-job.ts';
import { importRepositoryJob } from '../../../../../src/application/git/import/import-repository.ts';
import { JobRunner } from '../../../../../src/application/kernel/job-runner.ts';
import type { Reads, Services } from '../../../../../src/application/kernel/services.ts';
import {
  EMPTY_CONTENT,
  encodeContent,
  readContent,
  REDIRECTS,
  type Content,
} from '../../../../../src/domain/content/content.ts';
import { pageTree } from '../../../../../src/domain/content/content-reads.ts';
import { applyChanges } from '../../../../../src/domain/content/edits/apply-changes.ts';
import { lookup } from '../../../../../src/domain/content/objects/map-read.ts';
import type { Revision } from '../../../../../src/domain/content/revision.ts';
import { GitSync } from '../../../../../src/domain/git/git-sync.ts';
import type { SyncPoint } from '../../../../../src/domain/git/sync-point.ts';
import { Member } from '../../../../../src/domain/members.ts';
import { Organization } from '../../../../../src/domain/organizations/organization.ts';
import { Space } from '../../../../../src/domain/spaces.ts';
import { User } from '../../../../../src/domain/users.ts';
import {
  GitError,
  type GitRepositories,
  type RepositorySnapshot,
} from '../../../../../src/ports/git/git-repositories.ts';
import type { JobRequest } from '../../../../../src/ports/kernel/jobs.ts';
import type { Work } from '../../../../../src/ports/kernel/unit-of-work.ts';
import { emptyProjection } from '../../../../support/persistence/nothing-follows.ts';

const AT = '2026-01-01T00:00:00.000Z';
const FILES: Readonly<Record<string, string>> = { 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n' };
const ORGANIZATION = 'o'.repeat(20);
const oidOf = (path: string) => Buffer.from(path.padEnd(20, '.')).toString('hex');

/** Space in memory with a started import and a scripted repository. */
class Scene {
  readonly ids = new TimeOrderedIds();
  readonly store = new MemoryStore();
  readonly content = new MemoryContentStore();
  /** Enqueued jobs. */
  readonly orders: JobRequest[] = [];
  readonly work = new MemoryUnitOfWork(this.store, this.content, {
    find: async () => undefined,
    apply: (changes) => {
      for (const change of changes) if (change.change === 'enqueue') this.orders.push(change.request);
    },
  });
  readonly spaceId = this.ids.next();
  /** Member with the permission to import. */
  readonly actorId = this.ids.next();
  operation = this.ids.next();
  files = FILES;
  readonly urls: string[] = [];
  disposed = 0;
  now = AT;
  secretKey = 'the secret key of the instance, long';
  /** Hooks that run when the repository is fetched and when its files are read. */
  onFetch = async (): Promise<void> => {};
  onRead = async (): Promise<void> => {};

  static async create(): Promise<Scene> {
    const scene = new Scene();
    await scene.run(async (work) => {
      const { actorId } = scene;
      await work.organizations.save(Organization.create({ id: ORGANIZATION, title: 'O', at: AT }));
      await work.users.save(User.create({ id: actorId, email: 'ann@example.com', displayName: 'Ann', at: AT }));
      await work.members.save(
        Member.join({ id: scene.ids.next(), organizationId: ORGANIZATION, userId: actorId, role: 'create', at: AT }),
      );
      await work.spaces.save(
        Space.create({ id: scene.spaceId, organizationId: ORGANIZATION, parentId: null, title: 'Docs', at: AT }),
      );
      const empty = encodeContent(EMPTY_CONTENT);
      const first = scene.revision({ content: empty.hash });
      await work.branches.create({ primary: emptyProjection(first), revision: first, objects: [empty] });
      const sync = GitSync.create(scene.spaceId, ORGANIZATION);
      sync.start(
        { id: scene.operation, kind: 'import', url: 'https://git.example/docs.git', ref: 'refs/heads/main' },
        AT,
      );
      await work.gitSyncs.save(sync);
    });
    return scene;
  }

  run<T>(task: (work: Work) => Promise<T>): Promise<T> {
    return this.work.run(
      { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: AT },
      task,
    );
  }
  revision(of: Partial<Revision>): Revision {
    return {
      id: this.ids.next(),
      spaceId: this.spaceId,
      parents: [],
      content: encodeContent(EMPTY_CONTENT).hash,
      type: 'edits',
      createdAt: AT,
      createdBy: null,
      ...of,
    };
  }
  get sync() {
    return this.store.state('gitSyncs', this.spaceId)!;
  }
  get head() {
    return this.store.tables.branches.get(this.spaceId)!.state;
  }
  async titles(): Promise<string[]> {
    return (await read(this.content, pageTree(await read(this.content, readContent(this.head.content))))).map(
      ({ page }) => page.title,
    );
  }
  /** Writes a page concurrently with the import. */
  async write(title: string): Promise<void> {
    await this.run(async (work) => {
      const [head] = await work.branches.lock(this.spaceId, this.spaceId);
      const edit = await read(
        this.content,
        applyChanges(await read(this.content, readContent(head!.content)), [{ operation: 'insert_page', title }], {
          newId: () => this.ids.next(),
          now: AT,
          slugify,
        }),
      );
      const revision = this.revision({ content: edit.contentHash, parents: [head!.revisionId] });
      await work.branches.advance({
        primary: emptyProjection(revision),
        from: head!.revisionId,
        revision,
        objects: edit.objects,
      });
    });
  }

  order(change: Partial<ImportJobPayload> = {}): ImportJobPayload {
    const { spaceId, operation, actorId } = this;
    const address = new AesSecretBox('the secret key of the instance, long').seal(
      'https://ann:pw@git.example/docs.git',
      operationPurpose('import', spaceId, operation),
    );
    const repository = {
      repoName: 'docs',
      installationProvider: null,
      url: 'https://git.example/docs.git',
      treeUrl: null,
    };
    return {
      operation,
      spaceId,
      organizationId: ORGANIZATION,
      actorId,
      address,
      url: 'https://git.example/docs.git',
      ref: 'refs/heads/main',
      cacheId: null,
      directory: '',
      commitUrl: null,
      mode: 'merge',
      eventAt: null,
      repository,
      startedAt: AT,
      ...change,
    };
  }
  /** Runs the job as the queue would. */
  async import({
    attempt = 1,
    lastAttempt = false,
    signal = new AbortController().signal,
    order = this.order(),
  } = {}): Promise<void> {
    const finders = Object.fromEntries(
      Object.entries(TYPES).map(([name, type]) => [
        name,
        new MemoryFinder<any, any>(type as any, () => this.store.tables[name as TableName].values() as any),
      ]),
    );
    const services = {
      clock: { now: () => this.now },
      gitRetryMs: 1_000,
      ids: this.ids,
      secretBox: new AesSecretBox(this.secretKey),
      content: this.content,
      blobs: new MemoryBlobStore(),
      files: mediaFileInspector,
      slugify,
      git: this.#repositories(),
      gitFormat: new GitRepositoryFormat(slugify),
      mailer: { configured: false },
      organizationStorage: new OrganizationStorage(new MemoryStorageUsage(), 0),
    };
    const runner = new JobRunner(
      [importRepositoryJob],
      this.work,
      {
        ...finders,
        spacesOf: new MemoryReads(this.store),
        revisions: new MemoryRevisions(this.store),
      } as unknown as Reads,
      services as unknown as Services,
    );
    await runner.run({ name: importRepositoryJob.type.name, payload: order, attempt, lastAttempt, signal });
  }

  #repositories(): GitRepositories {
    return {
      check: async () => [],
      tip: async () => 'c'.repeat(40),
      draft: () => Promise.reject(new Error('an import writes nothing')),
      snapshot: async ({ url, ref }): Promise<RepositorySnapshot> => {
        this.urls.push(url);
        await this.onFetch();
        const beforeReading = () => this.onRead();
        const files = () => this.files;
        return {
          url: 'https://git.example/docs.git',
          ref,
          commit: {
            oid: 'c'.repeat(40),
            message: 'Write\0 it',
            author: { name: 'Ann', email: 'a@b.c' },
            authoredAt: AT,
          },
          async *list() {
            for (const [path, text] of Object.entries(files()))
              yield { path, oid: oidOf(path), kind: 'file' as const, size: text.length };
          },
          changes: async () => undefined,
          async *read(oids) {
            await beforeReading();
            for (const oid of oids)
              yield { oid, bytes: Buffer.from(Object.entries(files()).find(([path]) => oidOf(path) === oid)![1]) };
          },
          dispose: async () => void this.disposed++,
        };
      },
    };
  }
}

const failure = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => expect.fail('it worked'),
    (error: unknown) => error,
  );

describe('importRepositoryJob', () => {
  it('unseals the URL for Git only and disposes of the snapshot', async () => {
    const scene = await Scene.create();
    await scene.import();
    expect(scene.urls).to.deep.equal(['https://ann:pw@git.example/docs.git']);
    expect(scene.disposed).to.equal(1);
    expect(scene.sync).to.include({ state: 'idle', url: 'https://git.example/docs.git' });
    expect(JSON.stringify([...scene.store.tables.revisions.values(), scene.sync, scene.store.events])).to.not.include(
      'ann:pw',
    );
    expect(scene.store.tables.revisions.get(scene.head.revisionId)!.state.git).to.deep.equal({
      oid: 'c'.repeat(40),
      message: 'Write\ufffd it',
      createdByService: false,
      ref: 'refs/heads/main',
    });
  });

  it('does nothing when run a second time', async () => {
    const scene = await Scene.create();
    await scene.import();
    const { revisionId } = scene.head;
    await scene.import({ attempt: 2 });
    expect(scene.head.revisionId).to.equal(revisionId);
    expect(scene.urls).to.have.length(1);
  });

  it('reads a commit once, and again when the earlier read was incomplete', async () => {
    const scene = await Scene.create();
    await scene.import();
    const { revisionId } = scene.head;
    // As an instance left it that knew nothing of redirects.
    scene.files = { ...FILES, '.gitbook.yaml': 'redirects:\n  old: README.md\n' };
    const again = async (layout: SyncPoint['layout']): Promise<Content> => {
      scene.operation = scene.ids.next();
      await scene.run(async (work) => {
        const sync = await work.gitSyncs.get({ id: scene.spaceId });
        sync.recordSyncPoint({ ...sync.snapshot().synced!, layout });
        sync.start(
          { id: scene.operation, kind: 'import', url: 'https://git.example/docs.git', ref: 'refs/heads/main' },
          AT,
        );
        await work.gitSyncs.save(sync);
      });
      await scene.import();
      return read(scene.content, readContent(scene.head.content));
    };
    const { layout } = scene.sync.synced!;
    expect((await again(layout)).redirects).to.equal(null);
    expect(scene.head.revisionId).to.equal(revisionId);
    const { redirects, pages } = await again(null);
    const [home] = await read(scene.content, pageTree(await read(scene.content, readContent(scene.head.content))));
    expect(await read(scene.content, lookup(REDIRECTS, redirects, '/old'))).to.deep.equal({
      kind: 'page',
      page: home!.page.id,
    });
    expect(pages).to.equal(
      (await read(scene.content, readContent(scene.store.tables.revisions.get(revisionId)!.state.content))).pages,
    );
    expect(scene.sync.synced).to.deep.include({ layout });
  });

  it('replaces a concurrent edit, which stays in the history', async () => {
    const scene = await Scene.create();
    let written = 0;
    const put = scene.content.put.bind(scene.content);
    // Each time the import has built its content, somebody is faster.
    scene.content.put = async (objects) => {
      await put(objects);
      if (written < 2 && objects.length > 1 && objects.every(({ bytes }) => !Buffer.from(bytes).includes('Faster'))) {
        written++;
        await scene.write(`Faster ${written}`);
      }
    };
    await scene.import();
    expect(await scene.titles()).to.deep.equal(['Home']);
    const { parents } = scene.store.tables.revisions.get(scene.head.revisionId)!.state;
    const before = scene.store.tables.revisions.get(parents[0]!)!.state;
    expect(
      (await read(scene.content, pageTree(await read(scene.content, readContent(before.content))))).map(
        ({ page }) => page.title,
      ),
    ).to.include('Faster 1');
  });

  it('fails without a retry for an error of the repository', async () => {
    for (const code of ['GIT_AUTH', 'GIT_NOT_FOUND', 'GIT_REF_MISSING', 'GIT_REFUSED'] as const) {
      const scene = await Scene.create();
      scene.onFetch = () => Promise.reject(new GitError(code, 'the server says no'));
      await scene.import();
      expect(scene.sync).to.include({ state: 'failed' });
      expect(scene.sync.lastOperation)
        .to.include({ error: 'the server says no' })
        .and.not.have.any.keys('faults', 'retryAt');
    }
  });

  it('retries an unreachable server with increasing delays and shows the error until then', async () => {
    const scene = await Scene.create();
    scene.onFetch = () => Promise.reject(new GitError('GIT_NETWORK', 'the server could not be reached'));
    const order = scene.order();
    for (const [i, seconds] of [1, 4, 16, 64].entries()) {
      await scene.import({ order });
      const retryAt = new Date(Date.parse(scene.now) + seconds * 1000).toISOString();
      expect(scene.sync).to.include({ state: 'importing' });
      expect(scene.sync.lastOperation).to.include({
        faults: i + 1,
        retryAt,
        error: 'the server could not be reached',
        finishedAt: null,
      });
      expect(scene.orders.at(-1)).to.deep.include({
        name: importRepositoryJob.type.name,
        payload: order,
        notBefore: retryAt,
      });
    }
    await scene.import({ order });
    expect(scene.orders.filter(({ name }) => name === importRepositoryJob.type.name)).to.have.length(4);
    expect(scene.sync).to.include({ state: 'failed' });
    expect(scene.sync.lastOperation)
      .to.include({ faults: 4, error: 'the server could not be reached' })
      .and.not.have.property('retryAt');
  });

  it('succeeds and clears the error when the server is reachable again', async () => {
    const scene = await Scene.create();
    scene.onFetch = () => Promise.reject(new GitError('GIT_TIMEOUT', 'the server is too slow'));
    await scene.import();
    scene.onFetch = async () => {};
    await scene.import();
    expect(scene.sync).to.include({ state: 'idle' });
    expect(scene.sync.lastOperation).to.include({ faults: 1 }).and.not.have.any.keys('error', 'retryAt');
    expect(await scene.titles()).to.deep.equal(['Home']);
  });

  it('schedules no retry beyond the limit of an hour', async () => {
    const scene = await Scene.create();
    scene.now = '2026-01-01T00:59:59.000Z';
    scene.onFetch = () => Promise.reject(new GitError('GIT_NETWORK', 'the server could not be reached'));
    await scene.import();
    expect(scene.sync).to.include({ state: 'failed' });
    const earlier = await Scene.create();
    earlier.now = '2026-01-01T00:59:58.999Z';
    earlier.onFetch = scene.onFetch;
    await earlier.import();
    expect(earlier.sync).to.include({ state: 'importing' });
  });

  it('retries internal errors and, on the last attempt, fails without the internal reason in the message', async () => {
    const scene = await Scene.create();
    scene.onRead = () => Promise.reject(new TypeError('bug with ann:pw'));
    expect(await failure(scene.import())).to.be.instanceOf(TypeError);
    expect(scene.sync).to.include({ state: 'importing' });
    expect(await failure(scene.import({ attempt: 5, lastAttempt: true }))).to.be.instanceOf(TypeError);
    expect(scene.sync).to.include({ state: 'failed' });
    expect(scene.sync.lastOperation!.error).to.include('internal error').and.not.include('bug');
    expect(scene.disposed).to.equal(2);
    expect(await scene.titles()).to.deep.equal([]);
  });

  it('leaves the operation to another process on shutdown and fails it on the last attempt', async () => {
    const scene = await Scene.create();
    const stop = new AbortController();
    scene.onFetch = () => (stop.abort(), Promise.reject(new GitError('GIT_TIMEOUT', 'given up')));
    expect(await failure(scene.import({ signal: stop.signal }))).to.be.instanceOf(GitError);
    expect(scene.sync).to.include({ state: 'importing' });
    scene.onFetch = async () => {};
    await scene.import({ attempt: 2 });
    expect(scene.sync).to.include({ state: 'idle' });

    const last = await Scene.create();
    last.onFetch = () => Promise.reject(new GitError('GIT_TIMEOUT', 'given up'));
    await last.import({ signal: stop.signal, lastAttempt: true });
    expect(last.sync).to.include({ state: 'failed' });
    expect(last.sync.lastOperation!.error).to.include('interrupted');
  });

  it('fails after an hour', async () => {
    const scene = await Scene.create();
    scene.now = '2026-01-01T00:59:30.000Z';
    await scene.import();
    expect(scene.sync).to.include({ state: 'idle' });
    const late = await Scene.create();
    late.now = '2026-01-01T01:00:00.000Z';
    await late.import();
    expect(late.sync).to.include({ state: 'failed' });
    expect(late.urls).to.deep.equal([]);
  });

  it('changes nothing when another operation is current', async () => {
    const scene = await Scene.create();
    scene.onRead = async () => {
      scene.onRead = async () => {};
      await scene.run(async (work) => {
        const sync = await work.gitSyncs.get({ id: scene.spaceId });
        sync.start(
          { id: scene.ids.next(), kind: 'import', url: 'https://git.example/other.git', ref: 'refs/heads/main' },
          '2026-01-01T02:00:00.000Z',
        );
        await work.gitSyncs.save(sync);
      });
    };
    await scene.import();
    expect(scene.sync).to.include({ state: 'importing', url: null });
    expect(await scene.titles()).to.deep.equal([]);
  });

  it('reports a URL that cannot be unsealed with the current secret key', async () => {
    const scene = await Scene.create();
    scene.secretKey = 'another secret key, just as long as it';
    await scene.import();
    expect(scene.sync.lastOperation!.error).to.include('SECRET_KEY');
    const stolen = await Scene.create();
    await stolen.import({ order: stolen.order({ address: scene.order().address }) });
    expect(stolen.urls, 'an address is for one import of one space').to.deep.equal([]);
  });

  it('attributes the revision to the user who started the import', async () => {
    const scene = await Scene.create();
    await scene.import();
    expect(scene.store.tables.revisions.get(scene.head.revisionId)!.state.createdBy).to.equal(scene.actorId);
  });

  it('[A74] stops and stores nothing when the user who started the import was deleted', async () => {
    const scene = await Scene.create();
    await scene.import({ order: scene.order({ actorId: scene.ids.next() }) });
    expect(scene.sync.lastOperation!.error).to.match(/^stopped: /);
    expect(await scene.titles()).to.deep.equal([]);
    expect(scene.urls).to.deep.equal([]);
  });
});
