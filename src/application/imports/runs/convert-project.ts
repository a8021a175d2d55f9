import { hashOf } from '../../../domain/content/objects/hash.ts';
import { decodeUtf8, encodeUtf8 } from '../../../domain/content/objects/json.ts';
import { relativePath } from '../../../domain/links/relative-link.ts';
import type { RepositoryEntry } from '../../../ports/git/git-repositories.ts';
import {
  UnconvertibleDocument,
  type DocumentFormat,
  type DocumentTarget,
} from '../../../ports/imports/document-converter.ts';
import { consumerOf } from '../../kernel/scope.ts';
import type { Services } from '../../kernel/services.ts';
import { inTimeSlices } from '../../kernel/time-slices.ts';
import type { ImportObserver } from '../prepare-import.ts';
import { buildConfluenceSummary, isConfluenceExport, type ExportedPage } from './confluence-export.ts';
import { encodePath, escapeInline } from './markdown-paths.ts';
import { ImportItems } from './import-items.ts';
import { databaseMarkdown } from './notion-database.ts';
import { convertNotionMarkdown, isNotionExport, notionPaths, resolveNotionLink } from './notion-export.ts';
import type { SourceContext, SourceFiles } from './source-files.ts';

/** Files of an import as a project of Markdown files. */
export interface ConvertedProject {
  /** Texts by path. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
  /** Other files by path. */
  readonly media: ReadonlyMap<string, { readonly oid: string; readonly size: number }>;
  /** Bytes of images that documents contained, by object id. */
  readonly embedded: ReadonlyMap<string, Uint8Array>;
  /** Paths in the source by the path of the text or file that they became. */
  readonly origins: ReadonlyMap<string, string>;
  /** Set if file names are no slugs, because they contain ids; slugs then come from titles. */
  readonly hasGeneratedNames: boolean;
}

export type ConversionContext = SourceContext & Pick<Services, 'documentConverter'>;

const MEBIBYTE = 1024 ** 2;
/** Maximum size of a text, of a Word document, and of all of them together, in bytes. */
const MAX_TEXT_BYTES = 20 * MEBIBYTE;
const MAX_TOTAL_BYTES = 200 * MEBIBYTE;
const TEXT = /\.(?:md|markdown)$/i;
const SETTINGS = /(?:^|\/)\.gitbook(?:\.yaml$|\/.*\.(?:ya?ml|md)$)/i;
const HTML = /\.x?html?$/i;
const DOCX = /\.docx$/i;
const CSV = /\.csv$/i;
/** Texts that are read as one batch. */
const BATCH = 50;

/** Converts all documents of a source into Markdown, and reports those that cannot be converted. */
export async function convertProject(
  context: ConversionContext,
  source: SourceFiles,
  items: ImportItems,
  observer: ImportObserver,
): Promise<ConvertedProject> {
  return new ProjectConverter(context, source, items, observer).run();
}

/** Platform that the files were exported from, whose names and links have a form of their own. */
type ProjectOrigin = 'confluence' | 'notion' | 'other';

const originOf = (names: readonly string[]): ProjectOrigin =>
  isConfluenceExport(names) ? 'confluence' : isNotionExport(names) ? 'notion' : 'other';

class ProjectConverter {
  readonly #texts = new Map<string, Uint8Array>();
  readonly #media = new Map<string, { oid: string; size: number }>();
  readonly #embedded = new Map<string, Uint8Array>();
  readonly #origins = new Map<string, string>();
  /** Path in the project of each path of the source. */
  readonly #paths = new Map<string, string>();
  readonly #exported: ExportedPage[] = [];
  #index: readonly string[] = [];

  constructor(
    private readonly context: ConversionContext,
    private readonly source: SourceFiles,
    private readonly items: ImportItems,
    private readonly observer: ImportObserver,
  ) {}

  async run(): Promise<ConvertedProject> {
    const entries = this.#usableEntries();
    const names = entries.map(({ path }) => path);
    const origin = originOf(names);
    const renamed = origin === 'notion' ? notionPaths(names) : undefined;
    const texts: RepositoryEntry[] = [];
    const taken = new Set(names.map((name) => name.toLowerCase()));
    let total = 0;
    for (const entry of entries) {
      const plain = renamed?.get(entry.path) ?? entry.path;
      if (renamed?.has(entry.path) === false) continue;
      if (!isConvertible(entry.path) || (CSV.test(entry.path) && origin !== 'notion')) {
        this.#place(entry.path, plain);
        this.#media.set(plain, { oid: entry.oid, size: entry.size });
        continue;
      }
      total += entry.size;
      if (entry.size > MAX_TEXT_BYTES || total > MAX_TOTAL_BYTES) {
        this.items.lost(
          entry.path,
          `the documents exceed the limit of ${MAX_TEXT_BYTES} bytes each or ${MAX_TOTAL_BYTES} bytes together`,
        );
        continue;
      }
      this.#place(entry.path, isConverted(entry.path) ? markdownPath(plain, taken) : plain);
      texts.push(entry);
    }
    for (let start = 0; start < texts.length; start += BATCH) {
      const batch = texts.slice(start, start + BATCH);
      const bytes = await this.source.open(async (files) => {
        const found = new Map<string, Uint8Array>();
        for await (const blob of files.read(new Set(batch.map(({ oid }) => oid)))) found.set(blob.oid, blob.bytes);
        return found;
      });
      for (const [n, entry] of batch.entries()) {
        this.observer.signal.throwIfAborted();
        await this.#convert(entry.path, bytes.get(entry.oid)!, origin);
        this.observer.onProgress(start + n + 1, texts.length);
      }
    }
    if (origin === 'confluence')
      this.#texts.set('SUMMARY.md', encodeUtf8(buildConfluenceSummary(this.#exported, this.#index)));
    return {
      texts: this.#texts,
      media: this.#media,
      embedded: this.#embedded,
      origins: this.#origins,
      hasGeneratedNames: origin === 'confluence',
    };
  }

  #usableEntries(): RepositoryEntry[] {
    return this.source.entries.filter(({ path, kind, unsafe }) => {
      if (unsafe !== undefined) this.items.lost(path, `the path ${unsafe}`);
      else if (kind !== 'file' && kind !== 'executable') this.items.lost(path, `a ${kind} is not imported`);
      else return true;
      return false;
    });
  }

  #place(from: string, to: string): void {
    this.#paths.set(from, to);
    this.#origins.set(to, from);
  }

  async #convert(path: string, content: Uint8Array, origin: ProjectOrigin): Promise<void> {
    const to = this.#paths.get(path)!;
    const converted = TEXT.test(path) || CSV.test(path) ? utf16ToUtf8(content) : undefined;
    if (converted !== undefined) this.items.changed(path, 'the text was in UTF-16 and becomes UTF-8');
    const bytes = converted ?? content;
    if (HTML.test(path) || DOCX.test(path)) {
      await this.#convertDocument(
        path,
        to,
        bytes,
        DOCX.test(path) ? 'docx' : origin === 'confluence' ? 'confluence' : 'html',
      );
    } else if (origin === 'notion' && (TEXT.test(path) || CSV.test(path))) {
      const linkTo = (written: string): string | undefined => this.#linkTo(to, written);
      const text = decodeUtf8(bytes);
      if (text === undefined) return this.items.lost(path, 'the text is not UTF-8');
      if (CSV.test(path)) {
        const { markdown, isCut } = databaseMarkdown(text, titleOf(to), to, this.#paths, (target) =>
          resolveNotionLink(target, path, linkTo),
        );
        this.#texts.set(to, encodeUtf8(markdown));
        this.items.changed(
          path,
          isCut ? 'the database becomes a table of its first rows' : 'the database becomes a table',
        );
      } else this.#texts.set(to, encodeUtf8(await inTimeSlices(convertNotionMarkdown(text, path, linkTo))));
    } else this.#texts.set(to, bytes);
  }

  async #convertDocument(path: string, to: string, bytes: Uint8Array, format: DocumentFormat): Promise<void> {
    try {
      const { title, description, markdown, linkedPaths, parentPath, losses } =
        await this.context.documentConverter.convert({
          format,
          path,
          bytes,
          consumer: consumerOf(this.context.scope),
          resolve: (target) => this.#resolve(to, target),
        });
      if (format === 'confluence' && /(?:^|\/)index\.html$/i.test(path)) {
        this.#index = linkedPaths.flatMap((linked) => this.#paths.get(linked) ?? []);
        return this.items.changed(path, 'the index becomes the table of contents');
      }
      const name = title ?? titleOf(to);
      const parent = parentPath === undefined ? undefined : this.#paths.get(parentPath);
      this.#exported.push({ path: to, title: name, ...(parent !== undefined && { parent }) });
      const front = description === undefined ? '' : `---\ndescription: ${JSON.stringify(description)}\n---\n\n`;
      this.#texts.set(to, encodeUtf8(`${front}# ${escapeInline(name)}\n\n${markdown}`));
      for (const reason of [`converted from ${FORMAT_NAMES[format]}`, ...losses]) this.items.changed(path, reason);
    } catch (error) {
      if (!(error instanceof UnconvertibleDocument)) throw error;
      this.items.lost(path, error.message);
    }
  }

  /** Returns the target of a converted link, relative to the text that contains it. */
  #resolve(from: string, { path, url, anchor, image }: DocumentTarget): string | undefined {
    if (image !== undefined) {
      const oid = hashOf('document', image.bytes);
      const at = `.gitbook/assets/${oid.slice(0, 16)}-${image.name}`;
      this.#embedded.set(oid, image.bytes);
      this.#media.set(at, { oid, size: image.bytes.byteLength });
      return encodePath(relativePath(from, at));
    }
    if (path === undefined) return url;
    return (this.#linkTo(from, path) ?? encodePath(relativePath(from, path))) + anchor;
  }

  /** Returns the relative link to what a path of the source became; undefined if there is no such path. */
  #linkTo(from: string, path: string): string | undefined {
    const to = this.#paths.get(path);
    return to === undefined ? undefined : encodePath(relativePath(from, to));
  }
}

const FORMAT_NAMES: Readonly<Record<DocumentFormat, string>> = {
  html: 'HTML',
  confluence: 'a page of Confluence',
  docx: 'Word',
};

const isConverted = (path: string): boolean => HTML.test(path) || DOCX.test(path) || CSV.test(path);
const isConvertible = (path: string): boolean => TEXT.test(path) || SETTINGS.test(path) || isConverted(path);

/** Title of a document without one: its file name without the extension. */
const titleOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '') || 'Untitled';

const UTF_16_MARKS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** Converts a text whose byte order mark states UTF-16, as editors on Windows write it; undefined for any other text. */
function utf16ToUtf8(bytes: Uint8Array): Uint8Array | undefined {
  const encoding = UTF_16_MARKS[Buffer.from(bytes.subarray(0, 2)).toString('hex')];
  return encoding === undefined ? undefined : encodeUtf8(new TextDecoder(encoding).decode(bytes));
}

/** Returns the path of the Markdown file that a document becomes. */
function markdownPath(path: string, taken: Set<string>): string {
  const stem = path.replace(/\.[^./]+$/, '').replace(/(^|\/)index$/i, '$1README');
  let free = `${stem}.md`;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem}-${n}.md`;
  taken.add(free.toLowerCase());
  return free;
}
