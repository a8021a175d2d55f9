import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

/** Parses HTML as a browser does, without limits: the text must be rendered content. */
export const parseHtml = (html: string): readonly Node[] => parseFragment(html).childNodes;

export const isElement = (node: Node): node is Element => 'tagName' in node;
export const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';
export const attribute = (node: Element, name: string): string | undefined =>
  node.attrs.find((each) => each.name === name)?.value;
export const classesOf = (node: Element): readonly string[] => (attribute(node, 'class') ?? '').split(' ');
export const elementsIn = (node: Element): readonly Element[] => node.childNodes.filter(isElement);
export const textIn = (node: Node): string =>
  isText(node) ? node.value : isElement(node) ? node.childNodes.map(textIn).join('') : '';

const INLINE = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img input ins kbd mark picture q rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
export const isInline = (node: Node): boolean => isText(node) || (isElement(node) && INLINE.has(node.tagName));
