import type { ConditionFilter } from '../../../domain/kernel/expressions/condition-filter.ts';
import { childrenOf, type Nodes, type Root } from './nodes.ts';
import { parseBlockTag } from '../../../domain/content/markdown/block-tag.ts';

/** Names of the tags of conditions. */
export const CONDITION = /^(?:if|elseif|elsif|else|endif)$/;

/** Removes hidden content from a tree. `source` is the text that the tree was parsed from. */
export function applyConditions(root: Root, source: string, filter: ConditionFilter): void {
  if (!source.includes('{%')) return;
  root.children = filterChildren(root, source, filter) as Root['children'];
}

function filterChildren(parent: Nodes, source: string, filter: ConditionFilter): Nodes[] {
  const out: Nodes[] = [];
  /** Number of open `<code>` and `<pre>` elements in the inline HTML of this parent, in which tags are literal. */
  let literal = 0;
  for (const child of childrenOf(parent) ?? []) {
    if (child.type === 'html') {
      const before = filter.visible;
      const value = filterHtml(child.value, filter);
      if (before || filter.visible) literal = Math.max(0, literal + codeDepth(child.value));
      if (value !== '') out.push({ ...child, value });
    } else if (child.type === 'text') {
      const value =
        literal > 0 || isEscaped(child, source) ? (filter.visible ? child.value : '') : filter.filter(child.value);
      if (value !== '') out.push({ ...child, value });
    } else if (child.type === 'blockTag' && CONDITION.test(parseBlockTag(child.value)?.name ?? ''))
      filter.filter(child.value);
    else if (childrenOf(child)) {
      const kept = filterParent(child, source, filter);
      if (kept) out.push(kept);
    } else if (filter.visible) out.push(child);
  }
  return out;
}

function filterParent(node: Nodes, source: string, filter: ConditionFilter): Nodes | undefined {
  const before = filter.visible;
  const children = filterChildren(node, source, filter);
  const wasEmpty = childrenOf(node)?.length === 0;
  const stays =
    children.length > 0 || (wasEmpty && before) || (node.type === 'tableCell' && (before || filter.visible));
  return stays ? ({ ...node, children } as Nodes) : undefined;
}

/** Filters HTML; tags in code elements are literal. */
export function filterHtml(value: string, filter: ConditionFilter): string {
  return value
    .split(/(<(pre|code)\b[^<>]*>(?:(?!<\/?\2\b)[^])*<\/\2\s*>)/gi)
    .map((part, index) => (index % 3 === 0 ? filter.filter(part) : index % 3 === 1 && filter.visible ? part : ''))
    .join('');
}

/** Returns the number of `<code>` and `<pre>` elements that HTML opens, less those that it closes. */
export const codeDepth = (value: string): number =>
  (value.match(/<(?:code|pre)\b/gi)?.length ?? 0) - (value.match(/<\/(?:code|pre)\b/gi)?.length ?? 0);

/** Tells whether all tags of a text node follow a backslash. */
export const isEscaped = (node: Nodes, source: string): boolean => {
  const raw = sourceOf(node, source);
  return raw.includes('\\{%') && !/(?:^|[^\\])\{%/.test(raw);
};

/** Returns the source of a node. */
export function sourceOf(node: Nodes, source: string): string {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  return start === undefined || end === undefined ? '' : source.slice(start, end);
}
