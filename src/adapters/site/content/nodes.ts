import type {
  Element,
  ElementContent,
  Properties,
  Root as HtmlRoot,
  RootContent as HtmlContent,
  Text as HtmlText,
} from 'hast';
import type { Nodes, PhrasingContent, Root, RootContent, Text } from 'mdast';

export type {
  Element,
  ElementContent,
  HtmlContent,
  HtmlRoot,
  HtmlText,
  Nodes,
  PhrasingContent,
  Properties,
  Root,
  RootContent,
  Text,
};

/** Creates a node that becomes one HTML element; Markdown has no such node type. */
export function block(
  tagName: string,
  className: readonly string[],
  children: readonly Nodes[],
  properties: Properties = {},
): RootContent {
  const hProperties = { ...(className.length > 0 ? { className: [...className] } : {}), ...properties };
  return {
    type: 'quireBlock',
    data: { hName: tagName, hProperties },
    children: [...children],
  } as unknown as RootContent;
}

/** Creates a text node. */
export const text = (value: string): Text => ({ type: 'text', value });

/** Creates a link whose target is resolved with those of the page. */
export const link = (url: string, children: readonly Nodes[], properties: Properties = {}): RootContent => ({
  type: 'link',
  url,
  children: [...children] as PhrasingContent[],
  data: { hProperties: properties },
});

/** Returns the children of a node; undefined for a node without any by its kind. */
export const childrenOf = (node: Nodes): readonly Nodes[] | undefined =>
  'children' in node ? (node.children as readonly Nodes[]) : undefined;

/** Creates an HTML element. */
export const element = (tagName: string, properties: Properties, children: readonly ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children: [...children],
});

/** Returns all text within a node in order. */
export function nodeText(node: { readonly type: string }): string {
  const parts: string[] = [];
  const visit = (each: {
    readonly type: string;
    readonly value?: string;
    readonly children?: readonly { readonly type: string }[];
  }): void => {
    if (each.type === 'text' || each.type === 'inlineCode') parts.push(each.value ?? '');
    else each.children?.forEach((child) => visit(child));
  };
  visit(node);
  return parts.join('');
}

export const classNames = (node: Element): readonly string[] => {
  const { className } = node.properties;
  return Array.isArray(className) ? className.map(String) : [];
};

/** Returns a property of an element as a text; undefined if absent or a list. */
export const stringProperty = (node: Element, property: string): string | undefined => {
  const value = node.properties[property];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
};

/** Rebuilds a tree bottom-up: replaces each element by the result of `change`. */
export function mapElements(parent: HtmlRoot | Element, change: (node: Element) => readonly ElementContent[]): void {
  const out: ElementContent[] = [];
  for (const child of parent.children as readonly ElementContent[]) {
    if (child.type !== 'element') out.push(child);
    else {
      mapElements(child, change);
      out.push(...change(child));
    }
  }
  parent.children = out;
}

/** Visits every element, parents first. */
export function forEachElement(parent: HtmlRoot | Element, visit: (node: Element) => void): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    visit(child);
    forEachElement(child, visit);
  }
}

/** Tells whether a node is an element. */
export const isElement = (node: ElementContent): node is Element => node.type === 'element';
export const isCell = (node: ElementContent): node is Element =>
  isElement(node) && (node.tagName === 'td' || node.tagName === 'th');

/** Returns the rows of a table, those of its head first. */
export const tableRows = (node: Element): Element[] =>
  node.children
    .filter(isElement)
    .flatMap((child) =>
      child.tagName === 'tr' ? [child] : /^t(?:head|body|foot)$/.test(child.tagName) ? tableRows(child) : [],
    );
