import type { Change, PageMeta } from '../../domain/content/changes.ts';
import type { JsonObject } from '../../domain/content/json.ts';
import { utf8 } from '../../domain/content/json.ts';
import type { Hash } from '../../domain/content/objects.ts';
import type { File } from '../../domain/content/page.ts';
import { markdownOfBlocks } from '../../domain/documents/markdown-of-blocks.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { PageSources } from '../../ports/page-sources.ts';
import type { PageFields, PlannedCoverRef } from '../../ports/repository-format.ts';
import { resolveBatchLinks } from './batch-links.ts';
import type { ChangeWish, DocumentWish, FileWish, InsertPageWish, PageMetaWish, UpdatePageWish } from './content-wishes.ts';

/** A change that is ready to be applied, but for the content that a page goes back to, which is only named yet. */
export type PlannedChange = Exclude<Change, { operation: 'revert_page' }> | PlannedRevert;
export interface PlannedRevert {
  readonly operation: 'revert_page';
  readonly page: Id;
  /** Undefined: what the change request is based on. */
  readonly to: Hash | undefined;
}

export interface Planning {
  readonly newId: () => Id;
  readonly sources: PageSources;
  /** The batch's files as they are stored. */
  readonly files: ReadonlyMap<FileWish, File>;
  /** The contents of the revisions that pages go back to. */
  readonly contentOf: (revision: Id) => Hash;
}

const DEFAULT_TITLE = 'Untitled';

/** Turns what a caller asks for into changes of the content engine: ids, documents as bytes, links of the batch resolved. */
export function planChanges(wishes: readonly ChangeWish[], planning: Planning): readonly PlannedChange[] {
  const batch = new Batch(wishes, planning);
  return wishes.map((wish, n) => batch.plan(wish, `changes.${n}`));
}

class Batch {
  readonly #pages = new Map<string, Id>();
  readonly #files = new Map<string, Id>();
  readonly #ids = new Map<InsertPageWish, Id>();

  constructor(wishes: readonly ChangeWish[], private readonly planning: Planning) {
    for (const wish of wishes) {
      if (wish.operation === 'insert_page') {
        const id = planning.newId();
        this.#ids.set(wish, id);
        if (wish.ref !== undefined) this.#pages.set(wish.ref, id);
      } else if (wish.operation === 'insert_files') {
        for (const file of wish.files) if (file.ref !== undefined) this.#files.set(file.ref, planning.files.get(file)!.id);
      }
    }
  }

  plan(wish: ChangeWish, path: string): PlannedChange {
    switch (wish.operation) {
      case 'insert_page': {
        const { document, ref, at } = wish;
        const said = this.#said(document, `${path}.document`);
        const title = said.title ?? said.heading ?? wish.title ?? DEFAULT_TITLE;
        return { operation: 'insert_page', id: this.#ids.get(wish)!, ...this.#place(wish), at, ref, ...metaOf(wish), ...said.meta, title, document: said.bytes };
      }
      case 'update_page': {
        const { page, document, at } = wish;
        const said = document && this.#said(document, `${path}.document`);
        const title = said?.title ?? wish.title;
        return { operation: 'update_page', page: this.#page(page), ...this.#place(wish), at, ...metaOf(wish), ...said?.meta, ...(title !== undefined && { title }), ...(said && { document: said.bytes }) };
      }
      case 'delete_page':
        return { operation: 'delete_page', page: this.#page(wish.page) };
      case 'revert_page':
        if (wish.block !== undefined) throw Invalid.field(`${path}.block`, 'reverting single blocks is not supported: leave it out to revert the whole page');
        return { operation: 'revert_page', page: this.#page(wish.page), to: wish.revision === undefined ? undefined : this.planning.contentOf(wish.revision) };
      case 'insert_files':
        return { operation: 'insert_files', files: wish.files.map((file) => ({ ...this.planning.files.get(file)!, ...(file.ref !== undefined && { ref: file.ref }) })) };
    }
  }

  /** Where a page is named, one that the batch inserts may be named by its `ref`. */
  #page(named: string): Id {
    return this.#pages.get(named) ?? named;
  }

  #place({ into }: InsertPageWish | UpdatePageWish): { into?: Id | null } {
    return into === undefined ? {} : { into: into === null ? null : this.#page(into) };
  }

  /** What a document says: its bytes, and what its front matter and its heading say of the page. */
  #said({ markdown, document }: DocumentWish, path: string): { bytes: Uint8Array; meta: PageMeta; title?: string; heading?: string | null } {
    if (document !== undefined) return { bytes: utf8(this.#linked(markdownOfBlocks(document.nodes, `${path}.document.nodes`))), meta: {} };
    const { frontMatter, body, fields, title, heading } = this.planning.sources.read(markdown ?? '', (written) => this.#fileNamed(written));
    const meta = { ...statedFields(fields), ...(frontMatter !== null && { frontMatter: { source: frontMatter } }) };
    return { bytes: utf8(this.#linked(body)), meta, ...(title !== undefined && { title }), heading };
  }

  #linked(markdown: string): string {
    if (this.#pages.size === 0 && this.#files.size === 0) return markdown;
    return resolveBatchLinks(markdown, (ref) => {
      const page = ref.endsWith('.md') ? this.#pages.get(ref.slice(0, -'.md'.length)) : undefined;
      if (page !== undefined) return `/pages/${page}`;
      const file = this.#files.get(ref);
      return file === undefined ? undefined : `/files/${file}`;
    });
  }

  /** A file that front matter names: of the batch, or by its id. */
  #fileNamed(written: string): Id | undefined {
    return written.startsWith('./') ? this.#files.get(written.slice('./'.length)) : /^\/files\/([0-9A-Za-z]{20})$/.exec(written)?.[1];
  }
}

function metaOf({ title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition }: PageMetaWish): PageMeta {
  return { title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition } as PageMeta;
}

/** What the front matter states, in the words of the page's record. Tags and alternates have no field: they stay in the source. */
function statedFields({ layout, cover, tags: _tags, alternates: _alternates, ...plain }: PageFields): PageMeta {
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
