import type { Change, PageMetadata } from '../../domain/content/edits/changes.ts';
import type { Json, JsonObject } from '../../domain/content/objects/json.ts';
import { encodeUtf8 } from '../../domain/content/objects/json.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { File } from '../../domain/content/page.ts';
import { nonDefaultLayout } from '../../domain/content/page-layout.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { PAUSE, type Pausable } from '../../domain/kernel/pausable.ts';
import { findLinks } from '../../domain/links/written-links.ts';
import type { PageParser } from '../../ports/imports/page-sources.ts';
import type { FrontMatterFields, PlannedCoverRef } from '../../ports/git/repository-format.ts';
import { resolveBatchLinks } from './batch-links.ts';
import type {
  ChangeInput,
  CoverInput,
  BlockDocumentInput,
  DocumentInput,
  FileRefInput,
  FileInput,
  InsertFilesInput,
  InsertPageInput,
  InsertReusableContentInput,
  PageMetadataInput,
  LinkTargetInput,
  RevertPageInput,
  UpdateFileInput,
  UpdatePageInput,
  UpdateReusableContentInput,
} from './content-inputs.ts';

/** A change that is ready to be applied; the content of a revert is still referred to by its hash. */
export type PlannedChange = Exclude<Change, { operation: 'revert_page' }> | PlannedRevert;
export interface PlannedRevert {
  readonly operation: 'revert_page';
  readonly page: Id;
  /** Content to revert to; undefined for the base of the change request. */
  readonly to: Hash | undefined;
  readonly blocks?: readonly string[];
}

export interface PlanContext {
  readonly newId: () => Id;
  readonly sources: PageParser;
  /** Stored files of the batch: inserted files, and the new bytes of updated files. */
  readonly files: ReadonlyMap<FileInput | UpdateFileInput, File>;
  /** Markdown of the documents that are trees of blocks. */
  readonly converted: ReadonlyMap<BlockDocumentInput, string>;
  /** Returns the content of a revision to which a page is reverted. */
  readonly contentOf: (revision: Id) => Hash;
}

/** Bytes of a document with the page's fields from its front matter and heading. */
interface ParsedInput {
  readonly bytes: Uint8Array;
  readonly meta: PageMetadata;
  readonly title?: string;
  readonly heading?: string | null;
}

const DEFAULT_TITLE = 'Untitled';

/**
 * Turns the input of a caller into changes of the content engine: assigns ids, encodes documents, resolves links within
 * the batch.
 */
export function* planChanges(
  inputs: readonly ChangeInput[],
  planning: PlanContext,
): Pausable<readonly PlannedChange[]> {
  const batch = new Batch(inputs, planning);
  const planned: PlannedChange[] = [];
  for (const [n, input] of inputs.entries()) {
    planned.push(yield* batch.plan(input, `changes.${n}`));
    yield PAUSE;
  }
  return planned;
}

/** The changes of one batch, which may refer to items that the batch inserts by their `ref`. */
class Batch {
  readonly #pages = new Map<string, Id>();
  readonly #files = new Map<string, Id>();
  readonly #contents = new Map<string, Id>();
  readonly #ids = new Map<InsertPageInput | InsertReusableContentInput, Id>();

  constructor(
    inputs: readonly ChangeInput[],
    private readonly planning: PlanContext,
  ) {
    for (const input of inputs) {
      if (input.operation === 'insert_page' || input.operation === 'insert_reusable_content') {
        const id = planning.newId();
        const idsByRef = input.operation === 'insert_page' ? this.#pages : this.#contents;
        this.#ids.set(input, id);
        if (input.ref !== undefined) idsByRef.set(input.ref, id);
      } else if (input.operation === 'insert_files') {
        for (const file of input.files)
          if (file.ref !== undefined) this.#files.set(file.ref, planning.files.get(file)!.id);
      }
    }
  }

  /**
   * Plans one change of the batch.
   * @param path path of the change in the request, for errors
   * @throws Invalid naming the field of a document that cannot be stored
   */
  *plan(input: ChangeInput, path: string): Pausable<PlannedChange> {
    switch (input.operation) {
      case 'insert_page':
        return yield* this.#insertPage(input, path);
      case 'update_page':
        return yield* this.#updatePage(input, path);
      case 'delete_page':
        return { operation: 'delete_page', page: this.#page(input.page) };
      case 'revert_page':
        return this.#revertPage(input);
      case 'insert_files':
        return this.#insertFiles(input);
      case 'update_file':
        return this.#updateFile(input);
      case 'delete_file':
        return { operation: 'delete_file', file: this.#file(input.file) };
      case 'set_variables':
        return { operation: 'set_variables', variables: input.variables };
      case 'insert_reusable_content':
        return yield* this.#insertReusableContent(input, path);
      case 'update_reusable_content':
        return yield* this.#updateReusableContent(input, path);
      case 'delete_reusable_content':
        return { operation: 'delete_reusable_content', reusableContent: this.#content(input.reusableContent) };
    }
  }

  /**
   * Plans the insertion of a page. Only documents have text; its front matter takes precedence over the fields beside
   * it.
   */
  *#insertPage(input: InsertPageInput, path: string): Pausable<PlannedChange> {
    const { type = 'document', document = {}, ref, at } = input;
    const isEmpty = document.markdown === undefined && document.document === undefined;
    const parsed = type === 'document' || !isEmpty ? yield* this.#parse(document, `${path}.document`) : undefined;
    const title = parsed?.title ?? parsed?.heading ?? input.title ?? DEFAULT_TITLE;
    return {
      operation: 'insert_page',
      id: this.#ids.get(input)!,
      type,
      ...this.#place(input),
      at,
      ref,
      ...this.#meta(input),
      ...parsed?.meta,
      title,
      ...(parsed && { document: parsed.bytes }),
    };
  }

  *#updatePage(input: UpdatePageInput, path: string): Pausable<PlannedChange> {
    const { page, document, at } = input;
    const parsed = document && (yield* this.#parse(document, `${path}.document`));
    const title = parsed?.title ?? input.title;
    return {
      operation: 'update_page',
      page: this.#page(page),
      ...this.#place(input),
      at,
      ...this.#meta(input),
      ...parsed?.meta,
      ...(title !== undefined && { title }),
      ...(parsed && { document: parsed.bytes }),
      // Trees of blocks omit the heading that repeats the title.
      ...(document?.document !== undefined && { keepsTitleHeading: true as const }),
    };
  }

  #revertPage({ page, revision, block }: RevertPageInput): PlannedChange {
    return {
      operation: 'revert_page',
      page: this.#page(page),
      to: revision === undefined ? undefined : this.planning.contentOf(revision),
      ...(block && { blocks: block }),
    };
  }

  #insertFiles({ files }: InsertFilesInput): PlannedChange {
    return {
      operation: 'insert_files',
      files: files.map((file) => ({
        ...this.planning.files.get(file)!,
        ...(file.ref !== undefined && { ref: file.ref }),
      })),
    };
  }

  #updateFile(input: UpdateFileInput): PlannedChange {
    const { id: _id, name: _name, ...bytes } = this.planning.files.get(input) ?? ({} as Partial<File>);
    return {
      operation: 'update_file',
      file: this.#file(input.file),
      ...(input.name !== undefined && { name: input.name }),
      ...bytes,
    };
  }

  *#insertReusableContent(input: InsertReusableContentInput, path: string): Pausable<PlannedChange> {
    const { bytes, title = input.title, meta } = yield* this.#parse(input.document, `${path}.document`);
    return {
      operation: 'insert_reusable_content',
      id: this.#ids.get(input)!,
      ref: input.ref,
      title,
      document: bytes,
      ...storedFrontMatter(meta),
    };
  }

  *#updateReusableContent(input: UpdateReusableContentInput, path: string): Pausable<PlannedChange> {
    const parsed = input.document && (yield* this.#parse(input.document, `${path}.document`));
    const title = parsed?.title ?? input.title;
    return {
      operation: 'update_reusable_content',
      reusableContent: this.#content(input.reusableContent),
      ...(title !== undefined && { title }),
      ...(parsed && { document: parsed.bytes, ...storedFrontMatter(parsed.meta) }),
    };
  }

  /** Resolves a page: the `ref` of a page that the batch inserts, or an id. */
  #page(named: string): Id {
    return this.#pages.get(named) ?? named;
  }

  /** Resolves a file: the `ref` of a file that the batch inserts, or an id. */
  #file(named: string): Id {
    return this.#files.get(named) ?? named;
  }

  /** Resolves a reusable content: the `ref` of one that the batch inserts, or an id. */
  #content(named: string): Id {
    return this.#contents.get(named) ?? named;
  }

  /** Maps the parent of a page; absent when the change names none, null for the root. */
  #place({ into }: InsertPageInput | UpdatePageInput): { into?: Id | null } {
    return into === undefined ? {} : { into: into === null ? null : this.#page(into) };
  }

  /** Maps the fields that are given beside the text. */
  #meta(input: PageMetadataInput): PageMetadata {
    const { layout, cover, variables, target, computed } = input;
    const { title, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition } = input;
    const fields = {
      ...{ title, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition },
      // Readers type composed letters; file names of some systems, from which clients take slugs, are decomposed.
      slug: input.slug?.normalize('NFC'),
      layout: layout && nonDefaultLayout(layout),
      cover: cover && this.#cover(cover),
      variables: variables && (Object.keys(variables).length > 0 ? variables : null),
      // The imported URL of a link belongs to its former target.
      ...(target && { target: this.#target(target), href: null }),
      computed: computed as JsonObject | undefined,
    };
    return fields as PageMetadata;
  }

  #cover({ ref, refDark, yPos }: CoverInput): JsonObject {
    return { ...(ref && { ref: this.#fileRef(ref) }), ...(refDark && { refDark: this.#fileRef(refDark) }), yPos };
  }

  #fileRef(ref: FileRefInput): JsonObject {
    return ref.kind === 'file' ? { kind: 'file', file: this.#file(ref.file) } : { ...ref };
  }

  /** Maps the target of a link. A page of another space is always given by its id. */
  #target(target: LinkTargetInput): JsonObject {
    switch (target.kind) {
      case 'url':
      case 'file':
        return this.#fileRef(target);
      case 'space':
        return { ...target };
      case 'page':
      case 'anchor':
        return { ...target, page: target.space === undefined ? this.#page(target.page) : target.page } satisfies Record<
          string,
          Json
        >;
    }
  }

  /** Parses a document into bytes and the page's fields from its front matter and heading. */
  *#parse({ markdown, document }: DocumentInput, path: string): Pausable<ParsedInput> {
    if (document !== undefined) {
      const written = yield* this.#resolveLinks(this.planning.converted.get(document)!);
      return { bytes: encodeUtf8(written), meta: {} };
    }
    const { frontMatter, body, fields, title, heading, isCleaned } = this.planning.sources.parse(
      markdown ?? '',
      (written) => this.#fileInFrontMatter(written),
    );
    const field = `${path}.markdown`;
    if (isCleaned) throw Invalid.field(field, 'the front matter contains a NUL character or a lone surrogate');
    if (yield* linksToNul(body))
      throw Invalid.field(field, 'the target of a link contains an encoded NUL character (%00)');
    const meta = { ...toMetadata(fields), ...(frontMatter !== null && { frontMatter: { source: frontMatter } }) };
    return { bytes: encodeUtf8(yield* this.#resolveLinks(body)), meta, ...(title !== undefined && { title }), heading };
  }

  *#resolveLinks(markdown: string): Pausable<string> {
    if (this.#pages.size === 0 && this.#files.size === 0 && this.#contents.size === 0) return markdown;
    return yield* resolveBatchLinks(markdown, (ref, included) => {
      if (included) {
        const content = this.#contents.get(ref);
        return content === undefined ? undefined : `/reusable-content/${content}`;
      }
      const page = ref.endsWith('.md') ? this.#pages.get(ref.slice(0, -'.md'.length)) : undefined;
      if (page !== undefined) return `/pages/${page}`;
      const file = this.#files.get(ref);
      return file === undefined ? undefined : `/files/${file}`;
    });
  }

  /** Resolves a file in front matter: a `ref` of the batch, or an id. */
  #fileInFrontMatter(written: string): Id | undefined {
    return written.startsWith('./')
      ? this.#files.get(written.slice('./'.length))
      : /^\/files\/([0-9A-Za-z]{20})$/.exec(written)?.[1];
  }
}

/** Tells whether a link leads to a path with an encoded NUL. Absolute URLs are exempt. */
function* linksToNul(markdown: string): Pausable<boolean> {
  if (!markdown.includes('%00')) return false;
  const links = yield* findLinks(markdown);
  return links.some(({ target }) => target.includes('%00') && !/^[a-z][a-z0-9+.-]*:/i.test(target));
}

/** Keeps the source of the front matter, the only part of it that a reusable content stores. */
const storedFrontMatter = ({ frontMatter }: PageMetadata): { frontMatter?: JsonObject } =>
  frontMatter ? { frontMatter } : {};

/**
 * Maps the fields of front matter to those of a page's record. Tags and meta links have no field: they stay in the
 * source.
 */
function toMetadata({
  layout,
  cover,
  tags: _tags,
  canonical: _canonical,
  alternates: _alternates,
  ...plain
}: FrontMatterFields): PageMetadata {
  return {
    ...plain,
    ...(layout && { layout: { ...layout } }),
    ...(cover && { cover: { ...coverRef('ref', cover.ref), ...coverRef('refDark', cover.refDark), yPos: cover.yPos } }),
  };
}

function coverRef(name: 'ref' | 'refDark', ref: PlannedCoverRef | undefined): JsonObject {
  if (ref === undefined) return {};
  return { [name]: ref.kind === 'url' ? { kind: 'url', url: ref.url } : { kind: 'file', file: ref.path } };
}
