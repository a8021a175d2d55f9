import type { Nodes } from 'mdast';
import { parseMasked } from './parse.ts';

const WITH_WORDS = new Set(['paragraph', 'heading', 'tableCell', 'strong', 'emphasis', 'delete', 'link', 'linkReference']);
const PROPERTIES = ['depth', 'ordered', 'start', 'checked', 'align', 'lang', 'meta', 'url', 'title', 'identifier'] as const;

/** What there is in a document besides words: within a block of words, tags may change places. */
export function structureOf(markdown: string): string {
  const { root, frontMatter } = parseMasked(markdown);
  return frontMatter + signatureOf(root);
}

function signatureOf(node: Nodes): string {
  if (node.type === 'text') return '';
  const said = PROPERTIES.flatMap((name) => (name in node ? [`${name}=${JSON.stringify((node as unknown as Record<string, unknown>)[name]) ?? ''}`] : []));
  const value = 'value' in node ? (node.type === 'html' ? tagsOf(node.value) : node.value) : '';
  const children = 'children' in node ? (node.children as Nodes[]).map(signatureOf).filter((one) => one !== '') : [];
  if (WITH_WORDS.has(node.type)) children.sort();
  return `${node.type}(${said.join(' ')}|${value}|${children.join(',')})`;
}

/** The tags of a block of HTML, and what is in elements that hold no words. */
const tagsOf = (html: string): string => html.replace(/(<(pre|code|script|style|textarea)\b[^]*?<\/\2\s*>|<!--[^]*?-->|<[^<>]*>)|[^<]+/gi, (_, tag?: string) => tag ?? '\ue001');
