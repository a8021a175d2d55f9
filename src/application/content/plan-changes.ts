import type { Change, PageMetadata } from '../../domain/content/edits/changes.ts';
import type { Json, JsonObject } from '../../domain/content/objects/json.ts';
import { encodeUtf8 } from '../../domain/content/objects/json.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { File } from '../../domain/content/page.ts';
import { nonDefaultLayout } from '../../domain/content/page-layout.ts';
import { blocksToMarkdown } from '../../domain/content/documents/markdown-of-blocks.ts';
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
  DocumentInput,
  FileRefInput,
  FileInput,
  InsertPageInput,
  InsertReusableContentInput,
  PageMetadataInput,
  LinkTargetInput,
  UpdateFileInput,
  UpdatePageInput,
} from './content-inputs.ts';

/** A change that is ready to be applied, but for the content that a page goes back to, which is only named yet. */
export type PlannedChange = Exclude<Change, { operation: 'revert_page' }> | PlannedRevert;
export interface PlannedRevert {
  readonly operation: 'revert_page';
  readonly page: Id;
  /** Undefined: what the change request is based on. */
  readonly to: Hash | undefined;
  readonly blocks?: readonly string[];
}

export interface PlanContext {
  readonly newId: () => Id;
  readonly sources: PageParser;
  /** The batch's files as they are stored: those inserted, and the new bytes of those updated. */
  readonly files: ReadonlyMap<FileInput | UpdateFileInput, File>;
  /** The contents of the revisions that pages go back to. */
  readonly contentOf: (revision: Id) => Hash;
}

/** Bytes of a document, and what its front matter and its heading say of the page. */
interface ParsedInput {
  readonly bytes: Uint8Array;
  readonly meta: PageMetadata;
  readonly title?: string;
  readonly heading?: string | null;
}

const DEFAULT_TITLE = 'Untitled';

/** Turns what a caller asks for into changes of the content engine: ids, documents as bytes, links of the batch resolved. */
export function* planChanges(
  wishes: readonly ChangeInput[],
  planning: PlanContext,
): Pausable<readonly PlannedChange[]> {
  const batch = new Batch(wishes, planning);
  const planned: PlannedChange[] = [];
  for (const [n, wish] of wishes.entries()) {
    planned.push(yield* batch.plan(wish, `changes.${n}`));
    yield PAUSE;
  }
  return planned;
}

class Batch {
  readonly #pages = new Map<string, Id>();
  readonly #files = new Map<string, Id>();
  readonly #contents = new Map<string, Id>();
  readonly #ids = new Map<InsertPageInput | InsertReusableContentInput, Id>();

  constructor(
    wishes: readonly ChangeInput[],
    private readonly planning: PlanContext,
  ) {
    for (const wish of wishes) {
      if (wish.operation === 'insert_page' || wish.operation === 'insert_reusable_content') {
        const id = planning.newId();
        this.#ids.set(wish, id);
        if (wish.ref !== undefined) (wish.operation === 'insert_page' ? this.#pages : this.#contents).set(wish.ref, id);
      } else if (wish.operation === 'insert_files') {
        for (const file of wish.files)
          if (file.ref !== undefined) this.#files.set(file.ref, planning.files.get(file)!.id);
      }
    }
  }

  *plan(wish: ChangeInput, path: string): Pausable<PlannedChange> {
    switch (wish.operation) {
      case 'insert_page':
        return yield* this.#insertPage(wish, path);
      case 'update_page': {
        const { page, document, at } = wish;
        const said = document && (yield* this.#parse(document, `${path}.document`));
        const title = said?.title ?? wish.title;
        return {
          operation: 'update_page',
          page: this.#page(page),
          ...this.#place(wish),
          at,
          ...this.#meta(wish),
          ...said?.meta,
          ...(title !== undefined && { title }),
          ...(said && { document: said.bytes }),
        };
      }
      case 'delete_page':
        return { operation: 'delete_page', page: this.#page(wish.page) };
      case 'revert_page':
        return {
          operation: 'revert_page',
          page: this.#page(wish.page),
          to: wish.revision === undefined ? undefined : this.planning.contentOf(wish.revision),
          ...(wish.block && { blocks: wish.block }),
        };
      case 'insert_files':
        return {
          operation: 'insert_files',
          files: wish.files.map((file) => ({
            ...this.planning.files.get(file)!,
            ...(file.ref !== undefined && { ref: file.ref }),
          })),
        };
      case 'update_file': {
        const { id: _id, name: _name, ...bytes } = this.planning.files.get(wish) ?? ({} as Partial<File>);
        return {
          operation: 'update_file',
          file: this.#file(wish.file),
          ...(wish.name !== undefined && { name: wish.name }),
          ...bytes,
        };
      }
      case 'delete_file':
        return { operation: 'delete_file', file: this.#file(wish.file) };
      case 'set_variables':
        return { operation: 'set_variables', variables: wish.variables };
      case 'insert_reusable_content': {
        const { bytes, title = wish.title, meta } = yield* this.#parse(wish.document, `${path}.document`);
        return {
          operation: 'insert_reusable_content',
          id: this.#ids.get(wish)!,
          ref: wish.ref,
          title,
          document: bytes,
          ...storedFrontMatter(meta),
        };
      }
      case 'update_reusable_content': {
        const said = wish.document && (yield* this.#parse(wish.document, `${path}.document`));
        const title = said?.title ?? wish.title;
        return {
          operation: 'update_reusable_content',
          reusableContent: this.#content(wish.reusableContent),
          ...(title !== undefined && { title }),
          ...(said && { document: said.bytes, ...storedFrontMatter(said.meta) }),
        };
      }
      case 'delete_reusable_content':
        return { operation: 'delete_reusable_content', reusableContent: this.#content(wish.reusableContent) };
    }
  }

  /** Only documents have text; what it says of the page goes before what stands beside it. */
  *#insertPage(wish: InsertPageInput, path: string): Pausable<PlannedChange> {
    const { type = 'document', document = {}, ref, at } = wish;
    const saysNothing = document.markdown === undefined && document.document === undefined;
    const said = type === 'document' || !saysNothing ? yield* this.#parse(document, `${path}.document`) : undefined;
    const title = said?.title ?? said?.heading ?? wish.title ?? DEFAULT_TITLE;
    return {
      operation: 'insert_page',
      id: this.#ids.get(wish)!,
      type,
      ...this.#place(wish),
      at,
      ref,
      ...this.#meta(wish),
      ...said?.meta,
      title,
      ...(said && { document: said.bytes }),
    };
  }

  /** Where a page is named, one that the batch inserts may be named by its `ref`. */
  #page(named: string): Id {
    return this.#pages.get(named) ?? named;
  }

  /** Likewise files and reusable contents. */
  #file(named: string): Id {
    return this.#files.get(named) ?? named;
  }
  #content(named: string): Id {
    return this.#contents.get(named) ?? named;
  }

  #place({ into }: InsertPageInput | UpdatePageInput): { into?: Id | null } {
    return into === undefined ? {} : { into: into === null ? null : this.#page(into) };
  }

  /** The fields that stand beside the text. */
  #meta({
    title,
    slug,
    emoji,
    icon,
    description,
    hidden,
    noIndex,
    noRobotsIndex,
    condition,
    layout,
    cover,
    variables,
    target,
    computed,
  }: PageMetadataInput): PageMetadata {
    const fields = {
      title,
      slug,
      emoji,
      icon,
      description,
      hidden,
      noIndex,
      noRobotsIndex,
      condition,
      layout: layout && nonDefaultLayout(layout),
      cover: cover && this.#cover(cover),
      variables: variables && (Object.keys(variables).length > 0 ? variables : null),
      // What an import knows of a link holds for the target that it had.
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

  /** A page of another space is named by its id only. */
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

  /** What a document says: its bytes, and what its front matter and its heading say of the page. */
  *#parse({ markdown, document }: DocumentInput, path: string): Pausable<ParsedInput> {
    if (document !== undefined)
      return {
        bytes: encodeUtf8(yield* this.#resolveLinks(blocksToMarkdown(document.nodes, `${path}.document.nodes`))),
        meta: {},
      };
    const { frontMatter, body, fields, title, heading, isCleaned } = this.planning.sources.parse(
      markdown ?? '',
      (written) => this.#findFile(written),
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

  /** A file that front matter names: of the batch, or by its id. */
  #findFile(written: string): Id | undefined {
    return written.startsWith('./')
      ? this.#files.get(written.slice('./'.length))
      : /^\/files\/([0-9A-Za-z]{20})$/.exec(written)?.[1];
  }
}

/** Tells whether a link leads to a path with an encoded NUL; addresses of the web may have one. */
function* linksToNul(markdown: string): Pausable<boolean> {
  if (!markdown.includes('%00')) return false;
  const links = yield* findLinks(markdown);
  return links.some(({ target }) => target.includes('%00') && !/^[a-z][a-z0-9+.-]*:/i.test(target));
}

/** Of what front matter states, reusable contents keep the source alone. */
const storedFrontMatter = ({ frontMatter }: PageMetadata): { frontMatter?: JsonObject } =>
  frontMatter ? { frontMatter } : {};

/** What the front matter states, in the words of the page's record. Tags and alternates have no field: they stay in the source. */
function toMetadata({
  layout,
  cover,
  tags: _tags,
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
