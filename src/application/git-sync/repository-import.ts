import type { Written } from '../../domain/content/edits/draft.ts';
import type { ContentObject } from '../../domain/content/objects/objects.ts';
import type { GitCommit, Revision } from '../../domain/content/revision.ts';
import type { GitSync, SyncedWith } from '../../domain/git-sync/git-sync.ts';
import type { Head } from '../../ports/branches.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { RepositorySnapshot } from '../../ports/git-repositories.ts';
import type { ImportPlan, ReportEntry } from '../../ports/repository-format.ts';
import type { Work } from '../../ports/unit-of-work.ts';
import { read } from '../content/reading.ts';
import type { JobContext } from '../kernel/job.ts';
import { projectionsOf } from '../projections/projections-of.ts';
import type { ImportOrder } from './import-order.ts';
import { previousContent } from './previous-content.ts';
import { plannedContent } from './seed-content.ts';
import { listSnapshot } from './snapshot-files.ts';
import { contentFiles, storeFiles, type StoredFile } from './store-files.ts';
import { storable, syncReport } from './sync-report.ts';

/** So often it is built on a head that somebody moves meanwhile; then once while nobody can. */
const FREE_TRIES = 3;
const MAX_COMMIT_MESSAGE = 10_000;

/** Runs a task while the import is what the space is busy with; undefined when it is not any more. */
type WhileRunning = <T>(task: (sync: GitSync, work: Work) => Promise<T>) => Promise<T | undefined>;

/** What was read from the repository, whatever the space holds. */
interface Material {
  readonly plan: ImportPlan;
  readonly found: readonly ReportEntry[];
  readonly stored: ReadonlyMap<string, StoredFile>;
}

/** One import of one commit into one space. */
export class RepositoryImport {
  constructor(
    private readonly context: JobContext,
    private readonly order: ImportOrder,
    private readonly snapshot: RepositorySnapshot,
    private readonly whileRunning: WhileRunning,
  ) {}

  /** Reads, stores what is immutable, then moves the head in one transaction together with the word that it is done. */
  async run(signal: AbortSignal): Promise<void> {
    const material = await this.#read();
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const base = await this.whileRunning((_sync, work) => this.#head(work));
      if (base === undefined) return;
      const written = await this.#build(material, base);
      const outcome = await this.whileRunning((sync, work) => this.#finish(material, { base, written, patient: attempt < FREE_TRIES }, sync, work));
      if (outcome !== 'moved') return;
    }
  }

  async #read(): Promise<Material> {
    const { order, snapshot, context } = this;
    const { files, report } = await listSnapshot(snapshot, order.directory);
    const plan = await context.gitFormat.read(files, { projectDirectory: order.directory });
    const stored = await storeFiles(context, plan.files, (wanted) => snapshot.read(wanted.map(({ oid }) => oid)));
    return { plan, found: report, stored };
  }

  async #head(work: Work): Promise<Head> {
    const [head] = await work.branches.lock(this.order.spaceId, this.order.spaceId);
    return head!;
  }

  /** The content on top of a head; its objects are stored, nothing names them yet. */
  async #build({ plan, stored }: Material, base: Head): Promise<Written> {
    const { context } = this;
    const previous = await read(context.content, previousContent(base.content));
    const newId = () => context.ids.next();
    const files = contentFiles(plan.files, stored, previous.files, newId);
    const written = await read(context.content, plannedContent(plan, { newId, now: context.now, files, previous }));
    await putObjects(context.content, written.objects);
    return written;
  }

  async #finish(material: Material, built: { base: Head; written: Written; patient: boolean }, sync: GitSync, work: Work): Promise<'done' | 'moved'> {
    const head = await this.#head(work);
    let { written } = built;
    if (head.revisionId !== built.base.revisionId) {
      if (built.patient) return 'moved';
      written = await this.#build(material, head);
    }
    const { order, snapshot, context } = this;
    const revision = await this.#place(work, head, written);
    const { plan } = material;
    const result = { commit: snapshot.commit.oid, revision, pages: plan.pages.length, files: plan.files.length, report: syncReport(material.found, plan) };
    const synced: SyncedWith | undefined = order.standalone ? undefined : { repository: order.repository, eventAt: order.eventAt };
    sync.succeed(result, synced, context.clock.now());
    await work.gitSyncs.save(sync);
    return 'done';
  }

  /** Makes the revision, unless the space stands at the same commit with the same content already. Answers its id. */
  async #place(work: Work, head: Head, { contentHash, objects }: Written): Promise<string> {
    const { order, context } = this;
    const git = this.#commit();
    const { spaceId, standalone } = order;
    if (!standalone && head.content === contentHash) {
      const present = await context.read.revisions.find(spaceId, head.revisionId);
      if (present?.git?.oid === git.oid) return head.revisionId;
    }
    const author = await context.read.users.find({ id: order.actorId });
    const revision: Revision = { id: context.ids.next(), spaceId, parents: [head.revisionId], content: contentHash, type: 'edits', createdAt: context.clock.now(), createdBy: author?.id ?? null, git };
    // Everything else is stored; this one names it.
    const root = objects.filter(({ hash }) => hash === contentHash);
    // A revision that the primary content does not move to stands on a branch of its own.
    if (standalone) await work.branches.begin({ branchId: revision.id, revision, objects: root });
    else await work.branches.advance({ primary: projectionsOf(context, { before: head.content, after: contentHash, objects: root }), from: head.revisionId, revision, objects: root });
    return revision.id;
  }

  #commit(): GitCommit {
    const { commit, ref } = this.snapshot;
    const { commitUrl } = this.order;
    return {
      oid: commit.oid,
      message: storable(commit.message, MAX_COMMIT_MESSAGE),
      createdByService: false,
      ...(commitUrl !== null && { url: `${commitUrl.replace(/\/+$/, '')}/${commit.oid}` }),
      ref,
    };
  }
}

const CHUNK_OBJECTS = 1_000;
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Stores objects a chunk at a time, so that no statement grows with the import. */
export async function putObjects(store: Pick<ContentStore, 'put'>, objects: readonly ContentObject[]): Promise<void> {
  let chunk: ContentObject[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (chunk.length > 0) await store.put(chunk);
    chunk = [];
    bytes = 0;
  };
  for (const object of objects) {
    if (chunk.length >= CHUNK_OBJECTS || (chunk.length > 0 && bytes + object.bytes.byteLength > CHUNK_BYTES)) await flush();
    chunk.push(object);
    bytes += object.bytes.byteLength;
  }
  await flush();
}
