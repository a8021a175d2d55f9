import { digestOf } from '../../domain/content/objects/hash.ts';
import { isJsonMap, toSingleLine } from '../../domain/openapi-specs/document.ts';
import { idFromDigest, type Id } from '../../domain/kernel/id.ts';
import { mapInSteps, PAUSE, type Pausable } from '../../domain/kernel/pausable.ts';
import type { ComputedPage, ComputedPages, ComputedSource } from '../../ports/content/computed-pages.ts';
import type { Slugify } from '../../ports/kernel/slugify.ts';
import { SiblingSlugs } from '../content/computed-content.ts';
import { inTimeSlices } from '../kernel/time-slices.ts';
import { createComputedCache } from '../kernel/computed-cache.ts';
import type { SpecDescriptions } from './spec-descriptions.ts';
import { buildPageDrafts, joinParagraphs, parsePageOptions, type PageDraft, type DraftPart } from './page-drafts.ts';

/** The type of computed pages that show a specification. */
export const OPENAPI_PAGES = 'builtin:openapi';

const MAX_TITLE = 300;
/** Memory for the cached pages, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Computes the pages of a specification: one for each tag with its operations, or with a page for each of them, and one
 * for its schemas if the options ask for it.
 */
export class OpenAPIPages implements ComputedPages {
  readonly #pages = createComputedCache<readonly ComputedPage[]>(MAX_BYTES, weightOf);

  constructor(
    private readonly specs: SpecDescriptions,
    private readonly slugify: Slugify,
    private readonly publicUrl: string,
  ) {}

  /** Returns the pages of a specification; undefined if it is unknown, not processed yet or invisible to the reader. */
  async pagesOf({
    organizationId,
    readerLevel,
    computed,
    seed,
  }: ComputedSource): Promise<readonly ComputedPage[] | undefined> {
    const slug = specSlug(computed);
    const shown = slug === undefined ? undefined : await this.specs.find({ organizationId, level: readerLevel }, slug);
    if (shown === undefined) return undefined;
    const options = parsePageOptions(computed);
    const download =
      options.downloadLink && shown.isPublic ? `${this.publicUrl}/openapi/${organizationId}/${slug}` : undefined;
    const key = JSON.stringify([shown.key, slug, options, download, seed]);
    return this.#pages.fetch(key, {
      context: () => inTimeSlices(this.#buildPages(buildPageDrafts(slug!, shown.description, options, download), seed)),
    });
  }

  /** Returns the title of the document for a page that has the slug of the specification as its title. */
  async titleOf({ organizationId, readerLevel, computed }: ComputedSource, title: string): Promise<string | undefined> {
    const slug = specSlug(computed);
    if (slug === undefined || slug !== title) return undefined;
    const shown = await this.specs.find({ organizationId, level: readerLevel }, slug);
    const stated = shown && toSingleLine(shown.description.title, MAX_TITLE);
    return stated === '' ? undefined : stated;
  }

  *#buildPages(drafts: Pausable<readonly PageDraft[]>, seed: string): Pausable<readonly ComputedPage[]> {
    const slugs = new SiblingSlugs();
    const built: ComputedPage[] = [];
    for (const { title, markdown, parts, apart } of yield* drafts) {
      yield PAUSE;
      const slug = slugs.take(this.#slug(title));
      const below = new SiblingSlugs();
      const pages = yield* mapInSteps(apart ? parts : [], (part): ComputedPage => {
        const own = below.take(this.#slug(part.title));
        return {
          id: pageId(seed, `${slug}/${own}`),
          type: 'document',
          title: part.title,
          slug: own,
          markdown: part.markdown,
          ...(part.tag !== undefined && { blockMarkdown: part.tag, referenceMarkdown: part.tag }),
          ...(part.operation !== undefined && { operation: part.operation }),
          pages: [],
        };
      });
      const body = apart
        ? pages.map((page) => `- [${escapeTitle(page.title)}](/pages/${page.id})`).join('\n')
        : joinParagraphs(...parts.map(sectionOf));
      const blocks = apart ? body : joinParagraphs(...parts.map((part) => part.tag ?? sectionOf(part)));
      built.push({
        id: pageId(seed, slug),
        type: 'document',
        title,
        slug,
        markdown: joinParagraphs(markdown, body),
        blockMarkdown: joinParagraphs(markdown, blocks),
        ...(!apart && {
          referenceMarkdown: joinParagraphs(
            markdown,
            ...parts.map((part) =>
              part.tag === undefined ? sectionOf(part) : headed(part.title, part.foldedTag ?? part.tag),
            ),
          ),
        }),
        pages,
      });
    }
    return built;
  }

  #slug(title: string): string {
    return this.slugify(title) || 'operations';
  }
}

/** Escapes a title, which is plain text, for Markdown. */
const escapeTitle = (title: string): string => title.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
const headed = (title: string, body: string): string => `## ${escapeTitle(title)}\n\n${body}`;
const sectionOf = ({ title, markdown, folded }: DraftPart): string => headed(title, folded ?? markdown);

/** Returns the slug that `dependencies.spec.ref` names: `{kind: openapi, spec: slug}`. */
function specSlug({ dependencies }: ComputedSource['computed']): string | undefined {
  const spec = isJsonMap(dependencies) ? dependencies['spec'] : undefined;
  const ref = isJsonMap(spec) ? spec['ref'] : undefined;
  return isJsonMap(ref) && ref['kind'] === 'openapi' && typeof ref['spec'] === 'string' ? ref['spec'] : undefined;
}

/** Derives the ID of a page from its source and its key, so that it stays the same. */
const pageId = (seed: string, key: string): Id => idFromDigest(digestOf(`${seed}\0${key}`));

const weightOf = (pages: readonly ComputedPage[]): number =>
  pages.reduce(
    (sum, { markdown = '', blockMarkdown = '', referenceMarkdown = '', pages: below }) =>
      sum + 500 + 2 * (markdown.length + blockMarkdown.length + referenceMarkdown.length) + weightOf(below),
    0,
  );
