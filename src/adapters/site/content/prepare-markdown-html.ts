import { childrenOf, text, type Nodes, type Root } from './nodes.ts';
import { hasTags, escapeUnknownTags, type OpenElements } from '../../../domain/content/markdown/raw-html.ts';

/**
 * Prepares HTML within Markdown for an HTML parser and reports whether there is any. HTML without known tags, such as
 * `<keymap>`, becomes text with its line breaks. Calls `onTooDeep`, which throws, for elements that are nested too
 * deeply.
 */
export function prepareMarkdownHtml(root: Root, open: OpenElements, onTooDeep: () => never): boolean {
  let found = false;
  const visit = (parent: Nodes): void => {
    const children = childrenOf(parent);
    if (!children) return;
    (parent as { children: Nodes[] }).children = children.flatMap((child): Nodes[] => {
      if (child.type !== 'html') {
        visit(child);
        return [child];
      }
      const value = escapeUnknownTags(child.value);
      if (hasTags(value)) {
        found = true;
        if (open.exceedsLimits(value)) onTooDeep();
        return [{ ...child, value }];
      }
      const lines = toTextNodes(value);
      const isFlow =
        parent.type !== 'paragraph' &&
        parent.type !== 'heading' &&
        parent.type !== 'tableCell' &&
        !INLINE_TYPES.has(parent.type);
      return isFlow && lines.length > 0 ? [{ type: 'paragraph', children: lines as never }] : lines;
    });
  };
  visit(root);
  return found;
}

const INLINE_TYPES = new Set(['emphasis', 'strong', 'delete', 'link', 'linkReference']);

/** Decodes references such as `&lt;`, because the HTML parser will not read this text. */
function toTextNodes(value: string): Nodes[] {
  const plain = value.replaceAll('&lt;', '<').trim();
  if (plain === '') return [];
  return plain
    .split('\n')
    .flatMap((line, index): Nodes[] => (index === 0 ? [text(line)] : [{ type: 'break' }, text(line)]));
}
