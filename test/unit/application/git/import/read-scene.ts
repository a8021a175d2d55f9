import { createHash } from 'node:crypto';
import { GitRepositoryFormat } from '../../../../../src/adapters/git-format/git-repository-format.ts';
import { mediaFileInspector } from '../../../../../src/adapters/media-file-inspector.ts';
import { MemoryContentStore } from '../../../../../src/adapters/persistence/memory/content.ts';
import { slugify } from '../../../../../src/adapters/slugify.ts';
import { MemoryBlobStore } from '../../../../../src/adapters/storage/memory-blob-store.ts';
import { putObjects } from '../../../../../src/application/content/put-objects.ts';
import { readChangedProject } from '../../../../../src/application/git/import/changed-project.ts';
import { FullProject, type RemoteContent } from '../../../../../src/application/git/import/remote-content.ts';
import type { JobContext } from '../../../../../src/application/kernel/job.ts';
import type { ServiceName } from '../../../../../src/application/kernel/services.ts';
import { EMPTY_CONTENT, encodeContent } from '../../../../../src/domain/content/content.ts';
import type { Hash } from '../../../../../src/domain/content/objects/content-object.ts';
import type { RepositoryChange, RepositorySnapshot } from '../../../../../src/ports/git/git-repositories.ts';

export type Files = Readonly<Record<string, string>>;
const oidOf = (text: string): string => createHash('sha1').update(text).digest('hex');

/** Repository that records which files are read. */
export class ReadScene {
  readonly content = new MemoryContentStore();
  readonly read: string[] = [];
  listed = 0;
  #ids = 0;
  readonly context = {
    content: this.content,
    blobs: new MemoryBlobStore(),
    files: mediaFileInspector,
    gitFormat: new GitRepositoryFormat(slugify),
    now: '2026-01-01T00:00:00.000Z',
    ids: { next: () => String(++this.#ids).padStart(20, '0') },
  } as unknown as JobContext<ServiceName>;

  snapshot(files: Files, before: Files = {}): RepositorySnapshot {
    const { read } = this;
    const listed = (): void => void this.listed++;
    const texts = new Map([...Object.values(before), ...Object.values(files)].map((text) => [oidOf(text), text]));
    const side = (text: string | undefined) =>
      text === undefined ? undefined : { oid: oidOf(text), kind: 'file' as const, size: text.length };
    return {
      url: '',
      ref: '',
      commit: { oid: 'new', message: '', author: { name: '', email: '' }, authoredAt: undefined },
      async *list() {
        listed();
        for (const [path, text] of Object.entries(files)) yield { path, ...side(text)! };
      },
      async changes(since): Promise<readonly RepositoryChange[] | undefined> {
        if (since !== 'old') return undefined;
        return [...new Set([...Object.keys(before), ...Object.keys(files)])]
          .filter((path) => before[path] !== files[path])
          .map((path) => ({ path, before: side(before[path]), after: side(files[path]) }));
      },
      async *read(oids) {
        for (const oid of oids) {
          read.push(texts.get(oid)!);
          yield { oid, bytes: Buffer.from(texts.get(oid)!) };
        }
      },
      dispose: async () => {},
    };
  }
  /** Imports all files on top of a content, the empty one by default. */
  async whole(files: Files, base?: Hash): Promise<RemoteContent> {
    const empty = encodeContent(EMPTY_CONTENT);
    await putObjects(this.content, [empty]);
    return new FullProject(this.context, this.snapshot(files), '').buildOn(base ?? empty.hash);
  }
  /** Imports the second files incrementally after the first. */
  async after(before: Files, files: Files, commit = 'old', between: () => void = () => {}) {
    const { content, layout, report } = await this.whole(before);
    this.listed = this.read.length = 0;
    between();
    const point = { url: '', ref: '', directory: '', commit, revision: 'r', layout, report };
    return {
      base: content,
      changed: await readChangedProject(this.context, this.snapshot(files, before), point, content),
    };
  }
}
