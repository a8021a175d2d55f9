import { childrenOf, text, type Nodes, type Root } from './nodes.ts';
import { hasTags, escapeUnknownTags, type OpenElements } from './raw-html.ts';

/**
 * Readies the HTML among markdown for an HTML parser; answers whether there is any. What holds no tag after all, such as
 * `<keymap>`, becomes text, lines kept. Calls `refuse`, which throws, where elements are nested too deeply.
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

/** References such as `&lt;` are written out again, since the parser of HTML will not see this. */
function toTextNodes(value: string): Nodes[] {
  const plain = value.replaceAll('&lt;', '<').trim();
  if (plain === '') return [];
  return plain
    .split('\n')
    .flatMap((line, index): Nodes[] => (index === 0 ? [text(line)] : [{ type: 'break' }, text(line)]));
}
