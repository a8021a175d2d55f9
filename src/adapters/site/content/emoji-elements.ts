import type { Emoji } from '../../../domain/content/markdown/emoji-syntax.ts';
import { emojiNamed } from '../../../domain/content/markdown/emoji.ts';
import { mapElements, nodeText, type Element, type HtmlRoot } from './nodes.ts';

/** Name of no element of HTML; authors cannot write it, as unknown elements are text. */
const TAG_NAME = 'quire-emoji';

/** Converts an emoji into an element with its shortcode, from which the ids of headings are derived. */
export const emojiElement = (_: unknown, { name }: Emoji): Element => ({
  type: 'element',
  tagName: TAG_NAME,
  properties: {},
  children: [{ type: 'text', value: `:${name}:` }],
});

/** Replaces the elements by the emoji. */
export function showEmoji(root: HtmlRoot): void {
  mapElements(root, (node) => {
    if (node.tagName !== TAG_NAME) return [node];
    const shortcode = nodeText(node);
    return [{ type: 'text', value: emojiNamed(shortcode.slice(1, -1)) ?? shortcode }];
  });
}
