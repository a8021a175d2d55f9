import { digestOf } from '../../domain/content/objects/hash.ts';
import { isMap } from '../../domain/openapi-specs/document.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ComputedPage, ComputedPages, ComputedSource } from '../../ports/computed-pages.ts';
import type { DescribedTag } from '../../ports/openapi-documents.ts';
import type { Slugify } from '../../ports/slugify.ts';
import { BoundedCache } from '../sites/reader/bounded-cache.ts';
import type { DescribedSpecs, ShownSpec } from './described-specs.ts';

/** The type of computed pages that show a specification. */
export const OPENAPI_PAGES = 'builtin:openapi';

/** A page with more operations or characters than these has a page for each of them below it. */
const MAX_PARTS = 40;
const MAX_LENGTH = 100_000;
/** Memory for what was laid out as pages. */
const MAX_BYTES = 32 * 1024 * 1024;

interface Part {
  readonly title: string;
  readonly markdown: string;
}
/** A page before it is known under which source it stands. */
interface Draft {
  readonly title: string;
  readonly description?: string;
  readonly markdown: string;
  readonly parts: readonly Part[];
}

/** The pages of a specification: one for each tag with its operations, and one for its schemas where they are wanted. */
export class OpenAPIPages implements ComputedPages {
  readonly #pages = new BoundedCache<readonly ComputedPage[]>(MAX_BYTES, weightOf);

  constructor(
    private readonly specs: DescribedSpecs,
    private readonly slugify: Slugify,
    private readonly publicUrl: string,
  ) {}

  /** One that is unknown, was not read yet, or is kept from this reader is not known: all alike. */
  async pagesOf({ organizationId, readerLevel, computed, seed }: ComputedSource): Promise<readonly ComputedPage[] | undefined> {
    const slug = specOf(computed);
    const shown = slug === undefined ? undefined : await this.specs.find({ organizationId, level: readerLevel }, slug);
    if (shown === undefined) return undefined;
    const props = isMap(computed['props']) ? computed['props'] : {};
    const [models, download] = [props['models'] === true, props['downloadLink'] === true && shown.isPublic];
    const key = JSON.stringify([shown.reference, slug, models, download && organizationId, seed]);
    const address = `${this.publicUrl}/openapi/${organizationId}/${slug}`;
    return this.#pages.get(key, async () => this.#laidOut(draftsOf(shown, models, download ? address : undefined), seed));
  }

  #laidOut(drafts: readonly Draft[], seed: string): readonly ComputedPage[] {
    const taken = new Set<string>();
    return drafts.map((draft): ComputedPage => {
      const slug = this.#slug(draft.title, taken);
      const { parts } = draft;
      const apart = parts.length > MAX_PARTS || parts.reduce((sum, { markdown }) => sum + markdown.length, 0) > MAX_LENGTH;
      const below = new Set<string>();
      const pages = !apart ? [] : parts.map(({ title, markdown }): ComputedPage => {
        const own = this.#slug(title, below);
        return { id: idOf(seed, `${slug}/${own}`), type: 'document', title, slug: own, markdown, pages: [] };
      });
      const body = apart ? pages.map(({ id, title }) => `- [${title.replace(/[\\[\]]/g, '\\$&')}](/pages/${id})`) : parts.map(({ title, markdown }) => `## ${title.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')}\n\n${markdown}`);
      const markdown = [draft.markdown, body.join(apart ? '\n' : '\n\n')].filter((part) => part !== '').join('\n\n');
      return { id: idOf(seed, slug), type: 'document', title: draft.title, slug, ...(draft.description !== undefined && { description: draft.description }), markdown, pages };
    });
  }

  #slug(title: string, taken: Set<string>): string {
    const wanted = this.slugify(title) || 'operations';
    let slug = wanted;
    for (let n = 1; taken.has(slug); n++) slug = `${wanted}-${n}`;
    taken.add(slug);
    return slug;
  }
}

/** `dependencies.spec.ref` names it: `{kind: openapi, spec: slug}`. */
function specOf({ dependencies }: ComputedSource['computed']): string | undefined {
  const spec = isMap(dependencies) ? dependencies['spec'] : undefined;
  const ref = isMap(spec) ? spec['ref'] : undefined;
  return isMap(ref) && ref['kind'] === 'openapi' && typeof ref['spec'] === 'string' ? ref['spec'] : undefined;
}

function draftsOf({ described: { title, tags, schemas } }: Pick<ShownSpec, 'described'>, models: boolean, download: string | undefined): readonly Draft[] {
  const link = download === undefined ? '' : `[Download the OpenAPI document](${download})`;
  const drafts = tags.map((tag, i): Draft => ({ title: pageTitle(tag), markdown: [i === 0 ? link : '', tag.description ?? ''].filter((part) => part !== '').join('\n\n'), parts: tag.operations }));
  const ofSchemas: readonly Draft[] = models && schemas.length > 0 ? [{ title: 'Models', markdown: tags.length === 0 ? link : '', parts: schemas.map(({ name, markdown }) => ({ title: name, markdown })) }] : [];
  const all = [...drafts, ...ofSchemas];
  return all.length > 0 ? all : [{ title, markdown: ['There are no operations in it.', link].filter((part) => part !== '').join('\n\n'), parts: [] }];
}

const pageTitle = ({ title }: DescribedTag): string => {
  const plain = title.replace(/\s+/g, ' ').trim().slice(0, 200);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id that follows from what the page is, as long as it is under the same source. */
function idOf(seed: string, key: string): Id {
  let left = BigInt(`0x${digestOf(`${seed}\0${key}`)}`);
  let id = '';
  for (; id.length < 20; left /= 62n) id += ALPHABET[Number(left % 62n)];
  return id;
}

const weightOf = (pages: readonly ComputedPage[]): number => pages.reduce((sum, page) => sum + 500 + 2 * (page.markdown?.length ?? 0) + weightOf(page.pages), 0);

