import type { Nodes, Root } from 'mdast';
import { fromMarkdown, type Extension as TreeExtension } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { endBareAddresses } from './bare-addresses.ts';
import { blockTagSyntax, blockTagTree } from './block-tag-syntax.ts';
import { emojiSyntax, emojiTree } from './emoji-syntax.ts';
import { removeLinksWithinAnchors } from './links-within-anchors.ts';
import { resolveTolerantStrong } from './tolerant-strong.ts';
import { trailingBreakSyntax } from './trailing-break-syntax.ts';

const SYNTAX = [
  gfm({ singleTilde: false }),
  cjkFriendlyExtension(),
  gfmStrikethroughCjkFriendly({ singleTilde: false }),
  math({ singleDollarTextMath: false }),
  blockTagSyntax,
  emojiSyntax,
  trailingBreakSyntax,
];
const TREE: readonly TreeExtension[] = [...gfmFromMarkdown(), mathFromMarkdown(), blockTagTree, emojiTree];
/** Without links that are found in the text of the tree, because these have no position in the source. */
const POSITIONED_TREE = TREE.map((extension): TreeExtension => ({ ...extension, transforms: [] }));

export interface ParseOptions {
  /** Every node has a position; bare addresses that only a search of the finished tree finds are then no links. */
  readonly isPositioned?: boolean;
}

/**
 * Parses Markdown as Quire means it: CommonMark with the extensions of GitHub, `$$` formulas, block tags, shortcodes
 * of emoji, emphasis next to CJK punctuation, which also ends bare addresses, and strong text whose markers only
 * CommonMark leaves as text. Takes more than linear time for hostile text.
 *
 * @throws RangeError for text that is nested deeper than the stack allows
 */
export function parseMarkdown(markdown: string, { isPositioned = false }: ParseOptions = {}): Root {
  // The parser removes a byte order mark without counting it in positions; an empty line has the same length.
  const root = fromMarkdown(markdown.replace(/^\uFEFF/, '\n'), {
    extensions: SYNTAX,
    mdastExtensions: [...(isPositioned ? POSITIONED_TREE : TREE)],
  });
  if (markdown.includes('{%')) replaceTagParagraphs(root, markdown);
  endBareAddresses(root, markdown);
  if (markdown.includes('**')) resolveTolerantStrong(root, markdown);
  if (markdown.includes('</')) removeLinksWithinAnchors(root);
  return root;
}

/** Replaces paragraphs that consist of one tag on several lines by the tag. */
function replaceTagParagraphs(root: Root, markdown: string): void {
  const pending: Nodes[] = [root];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    if (!('children' in parent)) continue;
    const children = parent.children as Nodes[];
    children.forEach((child, index) => {
      if (child.type !== 'paragraph') pending.push(child);
      else {
        const value = markdown.slice(child.position!.start.offset, child.position!.end.offset).trimEnd();
        if (value.startsWith('{%') && value.length > '{%%}'.length && value.indexOf('%}') === value.length - 2)
          children[index] = { type: 'blockTag', value, position: child.position };
      }
    });
  }
}
