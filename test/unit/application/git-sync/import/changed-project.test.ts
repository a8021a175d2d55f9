import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { GitRepositoryFormat } from '../../../../../src/adapters/git-format/git-repository-format.ts';
import { mediaFileInspector } from '../../../../../src/adapters/media/media-file-inspector.ts';
import { MemoryContentStore } from '../../../../../src/adapters/persistence/memory/content-store.ts';
import { slugify } from '../../../../../src/adapters/slugify/slugify.ts';
import { MemoryBlobStore } from '../../../../../src/adapters/storage/memory-blob-store.ts';
import { changedProject } from '../../../../../src/application/git-sync/import/changed-project.ts';
import { WholeProject, type RemoteContent } from '../../../../../src/application/git-sync/import/remote-content.ts';
import { putObjects } from '../../../../../src/application/content/put-objects.ts';
import type { JobContext } from '../../../../../src/application/kernel/job.ts';
import { EMPTY_CONTENT, objectOfContent } from '../../../../../src/domain/content/content.ts';
import type { RepositoryChange, RepositorySnapshot } from '../../../../../src/ports/git-repositories.ts';

type Files = Readonly<Record<string, string>>;
const FILES: Files = { 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n* [Usage](usage.md)\n* [Odd Path](Odd%20Path.md)\n', 'usage.md': '# Usage\n\n![](shot.png)\n', 'Odd Path.md': '# Odd\n', 'shot.png': 'png', 'other.png': 'png' };
const oidOf = (text: string): string => createHash('sha1').update(text).digest('hex');

/** A repository of which is known what was read. */
class Scene {
  readonly content = new MemoryContentStore();
  readonly read: string[] = [];
  listed = 0;
  #ids = 0;
  readonly context = {
    content: this.content, blobs: new MemoryBlobStore(), files: mediaFileInspector, gitFormat: new GitRepositoryFormat(slugify), now: '2026-01-01T00:00:00.000Z', ids: { next: () => String(++this.#ids).padStart(20, '0') },
  } as unknown as JobContext;

  snapshot(files: Files, before: Files = {}): RepositorySnapshot {
    const { read } = this;
    const listed = (): void => void this.listed++;
    const texts = new Map([...Object.values(before), ...Object.values(files)].map((text) => [oidOf(text), text]));
    const side = (text: string | undefined) => (text === undefined ? undefined : { oid: oidOf(text), kind: 'file' as const, size: text.length });
    return {
      url: '', ref: '', commit: { oid: 'new', message: '', author: { name: '', email: '' }, authoredAt: undefined },
      async *list() {
        listed();
        for (const [path, text] of Object.entries(files)) yield { path, ...side(text)! };
      },
      async changes(since): Promise<readonly RepositoryChange[] | undefined> {
        if (since !== 'old') return undefined;
        return [...new Set([...Object.keys(before), ...Object.keys(files)])].filter((path) => before[path] !== files[path]).map((path) => ({ path, before: side(before[path]), after: side(files[path]) }));
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
  async whole(files: Files): Promise<RemoteContent> {
    const empty = objectOfContent(EMPTY_CONTENT);
    await putObjects(this.content, [empty]);
    return new WholeProject(this.context, this.snapshot(files), '').on(empty.hash);
  }
  /** What becomes of the second files, where the first were imported. */
  async after(before: Files, files: Files, commit = 'old') {
    const { content, layout, report } = await this.whole(before);
    this.listed = this.read.length = 0;
    const point = { url: '', ref: '', directory: '', commit, revision: 'r', layout, report };
    return { base: content, changed: await changedProject(this.context, this.snapshot(files, before), point, content) };
  }
}

describe('what differs between two commits', () => {
  it('is all that is read, where pages say something else', async () => {
    const scene = new Scene();
    const changes = { 'usage.md': '# Usage\n\nNew. ![](shot.png)\n', 'Odd Path.md': '# Odd\n\nNew.\n' };
    const { base, changed } = await scene.after(FILES, { ...FILES, ...changes });
    expect(changed).to.include({ pages: 3, files: 1 });
    expect(changed!.content).to.not.equal(base);
    expect(scene.listed).to.equal(0);
    expect([...scene.read].sort()).to.deep.equal([FILES['usage.md'], FILES['Odd Path.md'], ...Object.values(changes)].sort());
  });

  it('is nothing to be read, where no page comes from it', async () => {
    const scene = new Scene();
    const { base, changed } = await scene.after({ ...FILES, 'src/a.js': '1', 'unlisted.md': 'x' }, { ...FILES, 'src/b.js': '2', 'unlisted.md': 'y' });
    expect(changed).to.include({ content: base, pages: 3 });
    expect([scene.listed, scene.read]).to.deep.equal([0, []]);
  });

  for (const [what, files] of Object.entries<Files>({
    'a file that came': { ...FILES, 'new.md': '# New\n' },
    'a file that is gone': { 'README.md': FILES['README.md']!, 'SUMMARY.md': FILES['SUMMARY.md']!, 'usage.md': FILES['usage.md']! },
    'the summary': { ...FILES, 'SUMMARY.md': '* [Start](README.md)\n' },
    'settings': { ...FILES, '.gitbook.yaml': 'root: ./\n' },
    'an image that a page names now': { ...FILES, 'usage.md': '# Usage\n\n![](shot.png) ![](other.png)\n' },
    'an image that no page names any more': { ...FILES, 'usage.md': '# Usage\n' },
  })) {
    it(`is not enough to know, where it is ${what}`, async () => {
      const { changed } = await new Scene().after(FILES, files);
      expect(changed).to.equal(undefined);
    });
  }

  it('is not known, where the earlier commit is not there any more', async () => {
    const { changed } = await new Scene().after(FILES, FILES, 'collected');
    expect(changed).to.equal(undefined);
  });
});
