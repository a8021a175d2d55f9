import { read } from '../../../src/application/content/reading.ts';
import { applyChanges } from '../../../src/domain/content/edits/apply-changes.ts';
import type { Change, EditResult, EditContext } from '../../../src/domain/content/edits/changes.ts';
import { encodeContent, type Content } from '../../../src/domain/content/content.ts';
import { readDocument, findPageByPath } from '../../../src/domain/content/content-reads.ts';
import { mergeContents, type MergeResult } from '../../../src/domain/content/merge/merge.ts';
import type { ContentObject, Hash } from '../../../src/domain/content/objects/content-object.ts';
import type { Page } from '../../../src/domain/content/page.ts';
import { runSync, type ObjectQuery } from '../../../src/domain/content/objects/object-query.ts';
import type { ContentStore } from '../../../src/ports/content/content-store.ts';

/** Store in memory that counts the batches and objects read. */
export class CountingStore implements ContentStore {
  readonly objects = new Map<Hash, Uint8Array>();
  batches = 0;
  reads = 0;

  async get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    this.batches += 1;
    this.reads += hashes.length;
    return new Map(
      hashes.flatMap((hash) => (this.objects.has(hash) ? [[hash, this.objects.get(hash)!] as const] : [])),
    );
  }
  async put(objects: readonly ContentObject[]): Promise<void> {
    for (const { hash, bytes } of objects) this.objects.set(hash, bytes);
  }
  /** Runs a read and returns its cost. */
  async measure<T>(
    reading: ObjectQuery<T>,
  ): Promise<{ readonly value: T; readonly batches: number; readonly reads: number }> {
    const [batches, reads] = [this.batches, this.reads];
    const value = await read(this, reading);
    return { value, batches: this.batches - batches, reads: this.reads - reads };
  }
}

export const NOW = '2024-01-01T00:00:00.000Z';
export const LATER = '2024-02-02T00:00:00.000Z';
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (of: Uint8Array | undefined): string => new TextDecoder().decode(of);
export const slugify = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
/** Derives an id from a name. */
export const idOf = (name: string | number): string => String(name).padEnd(20, 'Z');

/** Edits, reads and merges contents in memory, synchronously. */
export class Workbench {
  readonly objects = new Map<Hash, Uint8Array>();
  readonly #refs = new Map<Hash, readonly Hash[]>();
  #ids = 0;

  read<T>(reading: ObjectQuery<T>): T {
    return runSync(this.objects, reading);
  }
  store(objects: readonly ContentObject[]): void {
    for (const { hash, bytes: content, refs } of objects) {
      this.objects.set(hash, content);
      this.#refs.set(hash, refs);
    }
  }
  /** Creates a workbench with only the objects that the contents reference, like after garbage collection. */
  collected(...contents: readonly Content[]): Workbench {
    const left = new Workbench();
    const open = contents.flatMap((content) => [...encodeContent(content).refs]);
    for (let hash = open.pop(); hash !== undefined; hash = open.pop()) {
      const found = this.objects.get(hash);
      if (found === undefined || left.objects.has(hash)) continue;
      const refs = this.#refs.get(hash)!;
      left.objects.set(hash, found);
      left.#refs.set(hash, refs);
      open.push(...refs);
    }
    return left;
  }
  edit(content: Content, changes: readonly Change[], context: Partial<EditContext> = {}): EditResult {
    const newId = (): string => `new${String((this.#ids += 1)).padStart(17, '0')}`;
    const edit = this.read(applyChanges(content, changes, { newId, now: NOW, slugify, ...context }));
    this.store(edit.objects);
    return edit;
  }
  /** Applies changes to a content. */
  after(content: Content, ...changes: readonly Change[]): Content {
    return this.edit(content, changes).content;
  }
  merge(base: Content, ours: Content, theirs: Content, now = LATER): MergeResult {
    const merge = this.read(mergeContents({ base, ours, theirs }, { now }));
    this.store(merge.objects);
    return merge;
  }
  at(content: Content, path: string): Page | undefined {
    return this.read(findPageByPath(content, path));
  }
  textAt(content: Content, path: string): string {
    return text(this.read(readDocument(this.at(content, path)!)));
  }
}

/** Creates a change that inserts a document page whose id is derived from its name. */
export const page = (name: string, more: Partial<Change & { operation: 'insert_page' }> = {}): Change => ({
  operation: 'insert_page',
  id: idOf(name),
  title: name,
  document: bytes(`# ${name}\n`),
  ...more,
});

/** Creates nested pages: the name with 0, 1, 2 and so on. */
export const chained = (name: string, length: number): Change[] =>
  Array.from({ length }, (_, i) => page(`${name}${i}`, i === 0 ? {} : { into: idOf(`${name}${i - 1}`) }));
