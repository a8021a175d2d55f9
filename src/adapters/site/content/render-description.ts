import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { toHast } from 'mdast-util-to-hast';
import { unified } from 'unified';
import type { LinkResolver } from '../../../ports/sites/site-renderer.ts';
import { escapeText } from '../../html.ts';
import type { HintLabels } from './block-views.ts';
import { convertHtml } from './convert-html.ts';
import { emojiElement, showEmoji } from './emoji-elements.ts';
import { dropEmptyClasses, finishContent } from './finish-content.ts';
import { childrenOf, forEachElement, text, type HtmlRoot, type Nodes } from './nodes.ts';
import { parsePage } from './parse-page.ts';
import { prepareMarkdownHtml } from './prepare-markdown-html.ts';
import { OpenElements } from '../../../domain/content/markdown/raw-html.ts';
import { resolveLinks } from './resolve-links.ts';
import { SANITIZE_SCHEMA } from './sanitize-schema.ts';

interface DescriptionContext {
  readonly resolveLink: LinkResolver;
  readonly labels: HintLabels;
}

/** Text without any mark of Markdown. */
const PLAIN = /^[\p{L}\p{M}\p{N} ,;?!'"()/%–—…]*[.:]?$/u;

const parseHtml = unified().use(rehypeRaw).freeze();
const sanitize = unified().use(rehypeSanitize, SANITIZE_SCHEMA).freeze();
const stringify = unified()
  .use(rehypeStringify, { characterReferences: { useNamedReferences: true }, closeSelfClosing: false })
  .freeze();

/**
 * Renders Markdown of a description within a page as inert HTML: without ids, and with headings as paragraphs. Block
 * tags are text. A description that is too complex is shown as written.
 */
export function renderDescription(markdown: string, context: DescriptionContext): string {
  if (PLAIN.test(markdown)) return `<p dir="auto">${escapeText(markdown)}</p>`;
  try {
    return renderTree(markdown, context) ?? asWritten(markdown);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return asWritten(markdown);
  }
}

const asWritten = (markdown: string): string => `<pre class="q-plain" dir="auto">${escapeText(markdown)}</pre>`;

function renderTree(markdown: string, { resolveLink, labels }: DescriptionContext): string | undefined {
  const parsed = parsePage(markdown, labels);
  if (parsed === undefined) return undefined;
  const root = { ...parsed, children: parsed.children.map(withoutTags) } as typeof parsed;
  const hasHtml = prepareMarkdownHtml(root, new OpenElements(), () => {
    throw new RangeError('The description is nested too deeply.');
  });
  let tree = toHast(root, { allowDangerousHtml: true, handlers: { emoji: emojiElement } }) as HtmlRoot;
  if (hasHtml) tree = parseHtml.runSync(tree as never) as unknown as HtmlRoot;
  convertHtml(tree, () => undefined);
  resolveLinks(tree, resolveLink, [], false);
  forEachElement(tree, (node) => {
    delete node.properties['id'];
    if (!/^h[1-6]$/.test(node.tagName)) return;
    node.tagName = 'p';
    node.properties = { className: ['q-api-heading'] };
  });
  showEmoji(tree);
  finishContent(tree);
  tree = sanitize.runSync(tree as never) as unknown as HtmlRoot;
  dropEmptyClasses(tree);
  return stringify.stringify(tree as never);
}

/** Turns block tags into text. */
function withoutTags(node: Nodes): Nodes {
  if (node.type === 'blockTag') return { type: 'paragraph', children: [text(node.value)] };
  const children = childrenOf(node);
  return children === undefined ? node : ({ ...node, children: children.map(withoutTags) } as Nodes);
}
