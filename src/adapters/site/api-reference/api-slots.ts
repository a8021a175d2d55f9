import { specBlockTarget, type SpecBlockTarget } from '../../../domain/openapi-specs/spec-block-target.ts';
import {
  decodeModel,
  type OperationModel,
  type SchemaDefinitions,
  type SchemaModel,
} from '../../../domain/openapi-specs/reference/reference-model.ts';
import type { BlockTag } from '../../../domain/content/markdown/block-tag.ts';
import type { ApiReference } from '../../../ports/sites/site-renderer.ts';
import { block, forEachElement, nodeText, stringProperty, type HtmlRoot, type RootContent } from '../content/nodes.ts';
import { createPartMark, placeOfPart } from '../content/page-parts.ts';
import { html as markup, Html } from '../../html.ts';
import type { PageNeeds } from '../security-headers.ts';
import { apiLabelsOf, BROWSER_TEXTS, type ApiLabels } from './api-labels.ts';
import { ElementIds } from './element-ids.ts';
import type { ApiRenderContext } from './render-context.ts';
import { renderModels } from './render-models.ts';
import { renderOperation } from './render-operation.ts';
import { serverOrigins } from './try-it-request.ts';

/** Name of the style sheet of pages with operations. */
const API_STYLESHEET = 'api';

/** Number of fields that all operations of a page may show together, and of each when there are many. */
const MAX_PAGE_FIELDS = 1_500;
const MIN_FIELDS = 60;
/** Number of operations up to which all samples are colored. */
const MAX_COLORED = 8;
const MAX_ORIGINS = 50;

const SLOT_CLASS = 'q-api-place';
/** Text that no content can contain, behind which the number of a slot stands. */
const SLOT_MARK = createPartMark();
const SLOT = new RegExp(`<div class="${SLOT_CLASS}">${SLOT_MARK}(\\d+);</div>`, 'g');

/** Part of a specification at its place in a page. */
type Slot =
  | { readonly kind: 'operation'; readonly model: OperationModel; readonly slug: string; readonly isFolded: boolean }
  | { readonly kind: 'schemas'; readonly slug: string; readonly names: readonly string[] };

/** Means of the page that its API reference uses. */
export interface ApiPage {
  readonly title: string;
  readonly language: string | undefined;
  readonly describe: (markdown: string) => string;
  readonly code: (code: string, language: string) => string;
}

/** Heading before a place of a page. */
interface PrecedingHeading {
  readonly level: number;
  readonly text: string;
  readonly id: string | undefined;
}

/**
 * Renders the blocks of a page that name parts of specifications. The content has a place for each, because the
 * sanitizer removes forms and anything else that only the reference may contain.
 */
export class ApiSlots {
  readonly #slots: Slot[] = [];

  constructor(private readonly references: ReadonlyMap<string, ApiReference>) {}

  /** Returns the place of a block; undefined for one that names nothing known. */
  place(tag: BlockTag): RootContent | undefined {
    const target = specBlockTarget(tag);
    const slot = target && this.#find(target, tag.values.get('expanded') === 'false');
    if (slot === undefined) return undefined;
    const number = this.#slots.push(slot) - 1;
    return block('div', [SLOT_CLASS], [{ type: 'text', value: placeOfPart(SLOT_MARK, number) }]);
  }

  #find(target: SpecBlockTarget, isFolded: boolean): Slot | undefined {
    const { slug } = target;
    const reference = this.references.get(slug);
    if (reference === undefined) return undefined;
    if (target.kind === 'schemas') {
      const names = target.names.filter((name) => reference.schemas.some((schema) => schema.name === name));
      return names.length === 0 ? undefined : { kind: 'schemas', slug, names };
    }
    const found = reference.operations.find(({ method, path }) => method === target.method && path === target.path);
    return found && { kind: 'operation', model: decodeModel(found.model), slug, isFolded };
  }

  /** Resources that the blocks need: the style sheet, and the servers that readers may send requests to. */
  get needs(): PageNeeds | undefined {
    if (this.#slots.length === 0) return undefined;
    const connects = this.#slots.flatMap((slot) => (slot.kind === 'operation' ? serverOrigins(slot.model) : []));
    return { styleSheets: [API_STYLESHEET], connects: [...new Set(connects)].slice(0, MAX_ORIGINS) };
  }

  /**
   * Puts the rendered blocks into the HTML of a page.
   * @param root content of the page with its ids
   */
  insert(html: string, root: HtmlRoot, page: ApiPage): string {
    if (this.#slots.length === 0) return html;
    const { precedingHeadings, ids, headings } = headingsBefore(root, page.title);
    const count = this.#slots.length;
    let lastNumber = 0;
    const shared = {
      labels: apiLabelsOf(page.language),
      ids: new ElementIds(ids),
      describe: (markdown: string) => new Html(page.describe(markdown)),
      code: (code: string, language: string) => new Html(page.code(code, language)),
      number: () => ++lastNumber,
      maxFields: Math.max(MIN_FIELDS, Math.floor(MAX_PAGE_FIELDS / count)),
      colorsSamples: count <= MAX_COLORED,
    };
    const definitions = new Map<string, SchemaDefinitions>();
    const contextOf = (slug: string): ApiRenderContext => {
      const known = definitions.get(slug) ?? decodedOnDemand(this.references.get(slug)!);
      definitions.set(slug, known);
      return { ...shared, definitions: known };
    };
    const isWide = headings <= count;
    const firstOperation = this.#slots.findIndex(({ kind }) => kind === 'operation');
    return html.replace(SLOT, (_, number: string) => {
      const slot = this.#slots[Number(number)]!;
      const before = precedingHeadings.get(Number(number)) ?? { level: 1, text: page.title, id: undefined };
      const rendered = this.#render(slot, before, isWide, contextOf(slot.slug)).value;
      return Number(number) === firstOperation ? browserTexts(shared.labels).value + rendered : rendered;
    });
  }

  #render(slot: Slot, before: PrecedingHeading, isWide: boolean, context: ApiRenderContext): Html {
    const level = Math.min(before.level + 1, 6);
    if (slot.kind === 'schemas') {
      const { schemas } = this.references.get(slot.slug)!;
      const shown = schemas.filter(({ name }) => slot.names.includes(name));
      const hasTitles = shown.length > 1 || !isSameTitle(before.text, shown[0]!.name);
      return renderModels(shown, { level, hasTitles, isWide, id: before.id }, context);
    }
    const { model, isFolded } = slot;
    const hasTitle = !isSameTitle(before.text, model.title);
    const id = hasTitle || before.id === undefined ? context.ids.take(model.title) : before.id;
    return renderOperation(model, { id, level, hasTitle, isFolded, isWide }, context);
  }
}

/** Renders the texts of the form that the browser shows, once for a page. */
const browserTexts = (labels: ApiLabels): Html =>
  markup`<div class="a-texts" hidden data-texts="${JSON.stringify(Object.fromEntries(BROWSER_TEXTS.map((name) => [name, labels[name]])))}"></div>`;

const isSameTitle = (one: string, other: string): boolean =>
  one.normalize().replace(/\s+/g, ' ').trim().toLowerCase() ===
  other.normalize().replace(/\s+/g, ' ').trim().toLowerCase();

function decodedOnDemand({ definitions }: ApiReference): SchemaDefinitions {
  const decoded = new Map<string, SchemaModel>();
  return {
    get: (key) => {
      const encoded = decoded.has(key) ? undefined : definitions.get(key);
      if (encoded !== undefined) decoded.set(key, decodeModel(encoded));
      return decoded.get(key);
    },
  };
}

/** Finds the last heading before each place, all ids, and the number of headings. */
function headingsBefore(
  root: HtmlRoot,
  title: string,
): {
  readonly precedingHeadings: ReadonlyMap<number, PrecedingHeading>;
  readonly ids: readonly string[];
  readonly headings: number;
} {
  const precedingHeadings = new Map<number, PrecedingHeading>();
  const ids: string[] = [];
  let headings = 0;
  let last: PrecedingHeading = { level: 1, text: title, id: undefined };
  forEachElement(root, (node) => {
    const id = stringProperty(node, 'id');
    if (id !== undefined) ids.push(id);
    const level = /^h([1-6])$/.exec(node.tagName)?.[1];
    if (level !== undefined) {
      headings++;
      last = { level: Number(level), text: nodeText(node), id };
    }
    if (Array.isArray(node.properties['className']) && node.properties['className'].includes(SLOT_CLASS)) {
      const number = new RegExp(`^${SLOT_MARK}(\\d+);$`).exec(nodeText(node))?.[1];
      if (number !== undefined) precedingHeadings.set(Number(number), last);
    }
  });
  return { precedingHeadings, ids, headings };
}
