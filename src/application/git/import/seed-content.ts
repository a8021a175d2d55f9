import {
  buildContentInSlices,
  type ContentSeed,
  type PageSeed,
  type ReusableContentSeed,
} from '../../../domain/content/edits/build-content.ts';
import type { StagedContent } from '../../../domain/content/edits/draft.ts';
import { hashOf } from '../../../domain/content/objects/hash.ts';
import { sameJson, type JsonObject } from '../../../domain/content/objects/json.ts';
import type { PageMetadata } from '../../../domain/content/edits/changes.ts';
import type { ContentObject, Hash } from '../../../domain/content/objects/content-object.ts';
import { withFields } from '../../../domain/content/edits/page-fields.ts';
import type { File, Page, Redirect } from '../../../domain/content/page.ts';
import { PAUSE, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type {
  ImportPlan,
  PageKey,
  PlannedDocument,
  PlannedPage,
  PlannedRedirect,
  PlannedReusableContent,
  ImportTarget,
} from '../../../ports/git/repository-format.ts';
import { documentMetadata, storedFrontMatterSource } from './document-metadata.ts';
import { preservePaths, preserveSlugs } from './preserve-slugs.ts';
import { matchPages } from './match-pages.ts';
import type { PreviousContent } from './previous-content.ts';
import { limitDepth } from './limit-depth.ts';

export interface SeedContext {
  readonly newId: () => Id;
  readonly now: string;
  /** Stored files of the plan, by path. */
  readonly files: ReadonlyMap<string, File>;
  readonly previous: PreviousContent;
  /** Keeps the paths of existing pages also where their files have other names. */
  readonly preservesPaths?: boolean;
}

/**
 * Turns a plan into the seed of a content: existing items keep their ids, times and ranks, and the nesting depth is
 * limited. Reads existing pages for matching.
 */
export function* seedContent(plan: ImportPlan, context: SeedContext): ObjectQuery<ContentSeed> {
  const { pages: planned } = limitDepth(plan.pages);
  const matches = yield* matchPages(planned, context.previous.pages);
  const ids = new Map<PageKey, Id>(planned.map(({ key }) => [key, matches.get(key)?.id ?? context.newId()]));
  const seeding = new ContentSeeder(context, ids);
  const pages: PageSeed[] = [];
  const placed = (context.preservesPaths === true ? preservePaths : preserveSlugs)(planned, matches);
  for (const page of placed) {
    const before = matches.get(page.key);
    pages.push(seeding.page(asNestedGroup(page, before), before));
    yield PAUSE;
  }
  return {
    pages,
    files: [...context.files.values()],
    reusableContents: seeding.reusableContents(plan.reusableContents),
    variables: plan.variables,
    redirects: seeding.redirects(plan.redirects),
  };
}

/**
 * Builds the content of a plan.
 * @param onMade see `buildContentInSlices`
 */
export function* buildPlannedContent(
  plan: ImportPlan,
  context: SeedContext,
  onMade?: (object: ContentObject) => void,
): ObjectQuery<StagedContent> {
  return yield* buildContentInSlices(yield* seedContent(plan, context), onMade);
}

/** Keeps a group below another page a group, because a summary lists it like a page without a file. */
function asNestedGroup(planned: PlannedPage, before: Page | undefined): PlannedPage {
  const { key, parent, title, type } = planned;
  if (type !== 'document' || planned.path !== null || parent === null) return planned;
  return before?.type === 'group' ? { type: 'group', key, parent, title, slug: planned.slug } : planned;
}

class ContentSeeder {
  constructor(
    private readonly context: SeedContext,
    private readonly ids: ReadonlyMap<PageKey, Id>,
  ) {}

  page(planned: PlannedPage, before: Page | undefined): PageSeed {
    const { now } = this.context;
    const parent = planned.parent === null ? null : this.ids.get(planned.parent)!;
    if (planned.type === 'document' && planned.isUnchanged) return this.#known(planned, parent, before);
    const bytes = planned.type === 'document' ? planned.markdown : undefined;
    const bare = {
      id: this.ids.get(planned.key)!,
      type: planned.type,
      parent,
      title: planned.title,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
    const made: { -readonly [K in keyof PageSeed]: PageSeed[K] } = withFields<Partial<Page> & typeof bare>(
      bare,
      before === undefined || planned.type === 'document'
        ? this.#meta(planned)
        : { ...preservedFields(before), ...this.#meta(planned) },
    );
    if ('slug' in planned) made.slug = planned.slug;
    if (before === undefined) {
      if (bytes) made.document = bytes;
      return made;
    }
    if (bytes) made.document = hashOf('document', bytes);
    const { rank, ...was } = before;
    if (sameJson({ ...was, updatedAt: now }, made)) made.updatedAt = before.updatedAt;
    if (before.parent === parent) made.rank = rank;
    // The existing document is stored already.
    if (bytes && made.document !== before.document) made.document = bytes;
    return made;
  }

  /** Seeds a page whose text is unchanged, wherever the page is placed. */
  #known({ path, title, linkTitle, slug }: PlannedDocument, parent: Id | null, before: Page | undefined): PageSeed {
    if (before === undefined || before.git?.path !== path) throw new Error(`the text ${path} is not known`);
    const { rank, linkTitle: _was, ...kept } = before;
    const made = { ...kept, parent, title, slug, ...(linkTitle !== undefined && { linkTitle }) };
    const isSame =
      before.parent === parent && before.title === title && before.slug === slug && before.linkTitle === linkTitle;
    return { ...made, ...(!isSame && { updatedAt: this.context.now }), ...(before.parent === parent && { rank }) };
  }

  reusableContents(planned: readonly PlannedReusableContent[]): ReusableContentSeed[] {
    const { previous, newId } = this.context;
    const byPath = new Map(previous.reusableContents.map((one) => [one.git?.path, one]));
    const byTitle = new Map(
      previous.reusableContents.filter(({ git }) => git === undefined).map((one) => [one.title, one]),
    );
    const taken = new Set<Id>();
    return planned.map(({ title, path, oid, isUnchanged, frontMatterSource, markdown }) => {
      const before = [byPath.get(path), byTitle.get(title)].find((one) => one !== undefined && !taken.has(one.id));
      if (before) taken.add(before.id);
      if (isUnchanged && before) return before;
      const document: Hash = hashOf('document', markdown);
      return {
        id: before?.id ?? newId(),
        title,
        document: document === before?.document ? document : markdown,
        ...(frontMatterSource && { frontMatter: storedFrontMatterSource(frontMatterSource) }),
        git: { oid, path },
      };
    });
  }

  /** Keeps the redirects whose target exists in the space. */
  redirects(planned: readonly PlannedRedirect[]): ReadonlyMap<string, Redirect> {
    return new Map(
      planned.flatMap(({ source, target }): readonly (readonly [string, Redirect])[] => {
        if (target.kind === 'page') return [[source, { ...target, page: this.ids.get(target.page)! }]];
        if (target.kind === 'url') return [[source, target]];
        const file = this.context.files.get(target.path);
        return file === undefined ? [] : [[source, { kind: 'file', file: file.id }]];
      }),
    );
  }

  #meta(planned: PlannedPage): PageMetadata {
    const { linkTitle } = planned;
    switch (planned.type) {
      case 'document':
        return { linkTitle, ...documentMetadata(planned, (path) => this.context.files.get(path)) };
      case 'group':
        return { linkTitle };
      case 'link':
        return { linkTitle, target: this.#reference(planned.target), href: planned.href };
      case 'computed':
        return { linkTitle, computed: planned.computed as unknown as JsonObject };
    }
  }

  /** Maps a target to a content reference (`ContentRef` in the API). */
  #reference(target: ImportTarget): JsonObject {
    switch (target.kind) {
      case 'url':
        return { kind: 'url', url: target.url };
      case 'space':
        return { kind: 'space', space: target.space };
      case 'file': {
        const file = this.context.files.get(target.path);
        return file ? { kind: 'file', file: file.id } : { kind: 'url', url: target.path };
      }
      case 'page':
        return pageReference(this.ids.get(target.page)!, target.anchor);
      case 'page-id':
        return pageReference(target.page, target.anchor, target.space);
      case 'deleted':
        return target.item === 'file' ? { kind: 'file', file: target.id } : pageReference(target.id, target.anchor);
    }
  }
}

const pageReference = (page: string, anchor: string | undefined, space?: string): JsonObject => ({
  ...(anchor === undefined ? { kind: 'page' } : { kind: 'anchor', anchor }),
  page,
  ...(space !== undefined && { space }),
});

/** Keeps the fields of groups, links and computed pages that a summary cannot express. */
function preservedFields({ emoji, icon, description, hidden, noIndex, noRobotsIndex, condition }: Page): PageMetadata {
  return { emoji, icon, description, hidden, noIndex, noRobotsIndex, condition };
}
