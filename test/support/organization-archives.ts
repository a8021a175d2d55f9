import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { readEntries } from '../../src/adapters/persistence/mikro-orm/instance/backup-archive.ts';

interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Buffer;
}
/** Row as COPY writes it, by column. */
export type ArchivedRow = Record<string, string>;

/** Collects what is written. */
export class MemoryTarget extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Archive of an organization that a test changes, with the digests that belong to the changed rows. */
export class EditedArchive {
  private constructor(private readonly entries: ArchiveEntry[]) {}

  static async of(archive: Buffer): Promise<EditedArchive> {
    const entries: ArchiveEntry[] = [];
    for await (const { name, content } of readEntries(Readable.from([archive]))) {
      entries.push({ name, bytes: await buffer(content) });
    }
    return new EditedArchive(entries);
  }

  get manifest(): any {
    return JSON.parse(this.#entry('organization.json').bytes.toString());
  }

  /** Changes the rows of a table, or removes those for which `change` returns false. */
  rows(table: string, change: (row: ArchivedRow) => boolean | void): this {
    const { columns } = this.manifest.tables.find(({ name }: { name: string }) => name === table);
    const lines = this.#text(table).split('\n').slice(0, -1);
    const changed = lines.flatMap((line) => {
      const values = line.split('\t');
      const row: ArchivedRow = Object.fromEntries(columns.map((column: string, at: number) => [column, values[at]]));
      return change(row) === false ? [] : [`${columns.map((column: string) => row[column]).join('\t')}\n`];
    });
    return this.#replaceRows(table, changed.join(''));
  }

  /** Adds an entry before the first one whose name begins with `before`. */
  add(entry: ArchiveEntry, before: string): this {
    this.entries.splice(
      this.entries.findIndex(({ name }) => name.startsWith(before)),
      0,
      entry,
    );
    return this;
  }

  remove(start: string): this {
    const kept = this.entries.filter(({ name }) => !name.startsWith(start));
    this.entries.splice(0, this.entries.length, ...kept);
    return this;
  }

  json(name: string, change: (value: any) => unknown): this {
    const at = this.entries.findIndex((entry) => entry.name === name);
    const value = change(JSON.parse(this.entries[at]!.bytes.toString()));
    this.entries[at] = { name, bytes: Buffer.from(JSON.stringify(value)) };
    return this;
  }

  /**
   * Writes the archive with a summary of its present entries.
   * @param options.withOldSummary leaves the summary as it was
   * @param options.declaredSize size that the first file declares, instead of its own
   */
  async bytes({ withOldSummary = false, declaredSize = 0 } = {}): Promise<Buffer> {
    if (!withOldSummary) this.#summarize();
    const archive = pack();
    const written: Buffer[] = [];
    const done = pipeline(archive as unknown as Readable, createGzip(), async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) written.push(chunk);
    });
    for (const { name, bytes } of this.entries) {
      if (declaredSize > 0 && name.startsWith('blobs/')) {
        // The rest of the archive is taken for the content of the file.
        archive.entry({ name, size: declaredSize }).write(bytes);
        await new Promise((resolve) => setImmediate(resolve));
        archive.push(null);
        break;
      }
      archive.entry({ name }, bytes);
    }
    if (declaredSize === 0) archive.finalize();
    await done;
    return Buffer.concat(written);
  }

  #summarize(): void {
    this.json('summary.json', (summary) => ({
      tables: Object.fromEntries(
        Object.keys(summary.tables).map((table) => {
          const text = this.#text(table);
          const sha256 = createHash('sha256').update(text, 'latin1').digest('hex');
          return [table, { rows: text.split('\n').length - 1, sha256 }];
        }),
      ),
      jobs: JSON.parse(this.#entry('jobs.json').bytes.toString()).length,
      blobs: this.entries.filter(({ name }) => name.startsWith('blobs/')).length,
    }));
  }

  #entry(name: string): ArchiveEntry {
    return this.entries.find((entry) => entry.name === name)!;
  }

  #text(table: string): string {
    const parts = this.entries.filter(({ name }) => name.startsWith(`tables/${table}/`));
    return Buffer.concat(parts.map(({ bytes }) => bytes)).toString('latin1');
  }

  #replaceRows(table: string, text: string): this {
    const first = `tables/${table}/`;
    const at = this.entries.findIndex(({ name }) => name.startsWith(first));
    this.remove(first);
    this.entries.splice(at, 0, { name: `${first}00000000`, bytes: Buffer.from(text, 'latin1') });
    return this;
  }
}
