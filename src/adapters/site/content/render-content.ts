import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { toHast } from 'mdast-util-to-hast';
import { unified } from 'unified';
import { ConditionFilter } from '../../../domain/kernel/expressions/condition-filter.ts';
import type { ApiReference, IncludedContent, LinkResolver } from '../../../ports/sites/site-renderer.ts';
import { ApiSlots } from '../api-reference/api-slots.ts';
import { escapeHtml, escapeText } from '../../html.ts';
import type { SiteLabels } from '../labels.ts';
import { mergeNeeds, type PageNeeds } from '../security-headers.ts';
import { convertHtml } from './convert-html.ts';
import { evaluateExpressions, markEscapedBraces } from './inline-expressions.ts';
import { pairBlocks } from './blocks.ts';
import { readCodeMeta } from './code-meta.ts';
import { showByColorScheme } from './color-scheme-images.ts';
import { applyConditions } from './conditions.ts';
import { decorateContent, type Decoration } from './decorate-content.ts';
import { dropEmptyClasses, finishContent } from './finish-content.ts';
import {
  prepareHeadings,
  assignIds,
  collectOutline,
  identifyNamedAnchors,
  stateHeadingLevels,
  type OutlineEntry,
} from './headings.ts';
import { emojiElement, showEmoji } from './emoji-elements.ts';
import { block, type HtmlRoot, type Nodes, type Root } from './nodes.ts';
import { omitDirections } from './omit-directions.ts';
import { placeOfPart, type PagePart } from './page-parts.ts';
import { parsePage } from './parse-page.ts';
import { OpenElements } from '../../../domain/content/markdown/raw-html.ts';
import { prepareMarkdownHtml } from './prepare-markdown-html.ts';
import { renderDescription } from './render-description.ts';
import { INCLUDE_ATTRIBUTE, resolveLinks } from './resolve-links.ts';
import { SANITIZE_SCHEMA } from './sanitize-schema.ts';

export interface ContentInput {
  readonly markdown: string;
  /** Title above the content; an equal heading at the start of the content is omitted. */
  readonly title: string;
  readonly labels: SiteLabels;
  /** Opens links to other sites in a new tab. */
  readonly opensNewTab?: boolean;
  /** The page is from left to right unless its text decides otherwise. */
  readonly isLeftToRight?: boolean;
  /** Color scheme of a site on which readers have no choice. */
  readonly colorScheme?: 'light' | 'dark';
  /** Without it, code, formulas and diagrams stay as written. */
  readonly decoration?: Decoration;
  /** Specifications whose parts blocks of the page name, by slug. */
  readonly apiReferences?: ReadonlyMap<string, ApiReference>;
  /** Language of dates and of the interface of API references. */
  readonly language?: string;
  readonly resolveLink: LinkResolver;
  readonly resolveInclude?: (target: string) => IncludedContent | undefined;
  readonly evaluateCondition?: (expression: string) => boolean;
  readonly evaluateExpression?: (expression: string) => string | undefined;
}

export interface RenderedContent {
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
  /** A condition or expression was evaluated, so the content may differ between readers. */
  readonly personal: boolean;
  readonly plain: boolean;
  /** Parts that the HTML has places for. */
  readonly parts?: readonly PagePart[];
  /** Rendered as text because of the time or memory limit. */
  readonly temporary?: boolean;
  /** Resources that the content needs besides those of the site. */
  readonly needs?: PageNeeds;
}

/** Maximum depth and number of includes, and their total length in UTF-16 units. */
const MAX_INCLUDE_DEPTH = 5;
const MAX_INCLUDES = 200;
const MAX_INCLUDED_LENGTH = 600_000;

/** Content that is too large or too deeply nested to render. */
class ContentTooComplex extends Error {}

const parseHtml = unified().use(rehypeRaw).freeze();
const sanitize = unified().use(rehypeSanitize, SANITIZE_SCHEMA).freeze();
const stringify = unified()
  .use(rehypeStringify, { characterReferences: { useNamedReferences: true }, closeSelfClosing: false })
  .freeze();

/**
 * Renders Markdown of the content format as inert HTML. Never throws because of the Markdown: content that is too
 * complex, or overflows the parser, is rendered as plain text without what conditions hide.
 */
export function renderContent(input: ContentInput): RenderedContent {
  try {
    return renderTree(input);
  } catch (error) {
    if (!(error instanceof ContentTooComplex || error instanceof RangeError)) throw error;
    return renderAsText(input);
  }
}

/** Renders Markdown as plain text without what conditions hide. */
export function renderAsText({
  markdown,
  evaluateCondition,
}: Pick<ContentInput, 'markdown' | 'evaluateCondition'>): RenderedContent {
  const filter = new ConditionFilter(evaluateCondition);
  const visible = filter.filter(markdown).replaceAll('\0', '\uFFFD');
  return {
    html: `<pre class="q-plain" dir="auto">${escapeHtml(visible)}</pre>`,
    outline: [],
    personal: filter.hasEvaluated,
    plain: true,
  };
}

function renderTree(input: ContentInput): RenderedContent {
  const reader = new PageReader(input);
  const root = reader.read(input.markdown, 0);
  dropTitle(root, input.title);
  readCodeMeta(root);
  const hasHtml = prepareMarkdownHtml(root, new OpenElements(), () => {
    throw new ContentTooComplex();
  });
  let tree = toHast(root, {
    allowDangerousHtml: true,
    footnoteLabel: input.labels.footnotes,
    footnoteLabelProperties: { className: ['sr-only'] },
    handlers: { emoji: emojiElement },
  }) as HtmlRoot;
  if (hasHtml) tree = parseHtml.runSync(tree as never) as unknown as HtmlRoot;
  evaluateExpressions(tree, (expression) => reader.evaluate(expression));
  convertHtml(tree, (expression) => reader.evaluate(expression));
  prepareHeadings(tree);
  identifyNamedAnchors(tree);
  showByColorScheme(tree, input.colorScheme);
  resolveLinks(tree, input.resolveLink, reader.resolvers, input.opensNewTab === true, input.colorScheme);
  assignIds(tree);
  showEmoji(tree);
  finishContent(tree);
  tree = sanitize.runSync(tree as never) as unknown as HtmlRoot;
  dropEmptyClasses(tree);
  stateHeadingLevels(tree);
  const outline = collectOutline(tree);
  const { decoration } = input;
  const decorated = decoration && decorateContent(tree, decoration, input.language);
  const parts = decorated && [...decorated.parts];
  if (input.isLeftToRight === true) omitDirections(tree, input.title);
  const html = reader.slots.insert(stringify.stringify(tree as never), tree, {
    title: input.title,
    language: input.language,
    describe: memoized((description) => renderDescription(description, input)),
    code: (code, language) =>
      parts === undefined || decoration === undefined || language === ''
        ? escapeText(code)
        : placeOfPart(
            decoration.partMark,
            parts.push({ kind: 'code', language, code, isNumbered: false, marks: {} }) - 1,
          ),
  });
  return {
    html,
    outline,
    personal: reader.personal,
    plain: false,
    ...(parts && { parts }),
    needs: mergeNeeds(decorated?.needs, reader.slots.needs),
  };
}

function memoized(render: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const html = known.get(text) ?? render(text);
    known.set(text, html);
    return html;
  };
}

/** Reads a page and its includes into one tree. */
class PageReader {
  readonly resolvers: (LinkResolver | undefined)[] = [];
  personal = false;
  #lastNumber = 0;
  #includeCount = 0;
  #includedLength = 0;

  readonly slots: ApiSlots;

  constructor(private readonly input: ContentInput) {
    this.slots = new ApiSlots(input.apiReferences ?? new Map());
  }

  read(markdown: string, depth: number): Root {
    const root = parsePage(markdown, this.input.labels);
    if (!root) throw new ContentTooComplex();
    const filter = new ConditionFilter(this.input.evaluateCondition);
    markEscapedBraces(root, markdown);
    applyConditions(root, markdown, filter);
    this.personal ||= filter.hasEvaluated;
    const children = pairBlocks(root.children, {
      labels: this.input.labels,
      number: () => ++this.#lastNumber,
      include: (target) => this.#include(target, depth + 1),
      api: (tag) => this.slots.place(tag),
    });
    return { ...root, children } as Root;
  }

  evaluate(expression: string): string | undefined {
    // Variables have the same value for every reader.
    this.personal ||= expression.includes('visitor');
    return this.input.evaluateExpression?.(expression);
  }

  #include(target: string, depth: number): readonly Nodes[] | undefined {
    if (depth > MAX_INCLUDE_DEPTH || ++this.#includeCount > MAX_INCLUDES) return undefined;
    const found = this.input.resolveInclude?.(target);
    if (!found) return undefined;
    this.#includedLength += found.markdown.length;
    if (this.#includedLength > MAX_INCLUDED_LENGTH) return undefined;
    const number = this.resolvers.push(found.resolveLink) - 1;
    return [block('div', [], this.read(found.markdown, depth).children, { [INCLUDE_ATTRIBUTE]: String(number) })];
  }
}

const normalizeSpace = (text: string): string => text.normalize().replace(/\s+/g, ' ').trim();

function dropTitle(root: Root, title: string): void {
  const first = root.children[0];
  if (first?.type !== 'heading' || first.depth !== 1) return;
  const words = first.children
    .map((child) => ('children' in child ? normalizeSpace(plainText(child)) : plainText(child)))
    .join('');
  if (normalizeSpace(words) === normalizeSpace(title)) root.children.shift();
}

/** Returns the text of a node as titles have it: shortcodes of emoji stay as written. */
function plainText(node: Nodes): string {
  if (node.type === 'emoji') return `:${node.name}:`;
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  return 'children' in node ? node.children.map((child) => plainText(child as Nodes)).join('') : '';
}
