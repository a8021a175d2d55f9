import type { Nodes } from 'mdast';
import { elementPieces } from './attribute-pieces.ts';
import { Headings } from './headings.ts';
import { parseMasked } from './parse.ts';

const WITH_WORDS = new Set([
  'paragraph',
  'heading',
  'tableCell',
  'strong',
  'emphasis',
  'delete',
  'link',
  'linkReference',
]);
const PROPERTIES = [
  'depth',
  'ordered',
  'start',
  'checked',
  'align',
  'lang',
  'meta',
  'url',
  'title',
  'identifier',
] as const;

/**
 * What there is in a document besides words: within a block of words, tags may change places. Headings count with what links
 * find them by, be it for what they say or for an id behind it.
 */
export function structureOf(markdown: string): string {
  const { root, frontMatter, text } = parseMasked(markdown);
  return frontMatter + signatureOf(root, new Headings(text));
}

function signatureOf(node: Nodes, headings: Headings): string {
  if (node.type === 'text') return '';
  const heading = node.type === 'heading' ? headings.read(node) : undefined;
  const said = PROPERTIES.flatMap((name) =>
    name in node ? [`${name}=${JSON.stringify((node as unknown as Record<string, unknown>)[name]) ?? ''}`] : [],
  );
  if (heading !== undefined) said.push(`anchor=${JSON.stringify(heading.anchor)}`);
  const value = 'value' in node ? (node.type === 'html' ? tagsOf(node.value) : node.value) : '';
  const inside: readonly Nodes[] = heading?.words ?? ('children' in node ? node.children : []);
  const children = inside.map((child) => signatureOf(child, headings)).filter((one) => one !== '');
  if (WITH_WORDS.has(node.type)) children.sort();
  return `${node.type}(${said.join(' ')}|${value}|${children.join(',')})`;
}

/** The tags of a block of HTML, but for the words of images, and what is in elements that hold no words. */
const tagsOf = (html: string): string =>
  html.replace(
    /(<(pre|code|script|style|textarea)\b[^]*?<\/\2\s*>|<!--[^]*?-->|<[^<>]*>)|[^<]+/gi,
    (_, tag?: string) =>
      tag === undefined
        ? '\ue001'
        : elementPieces(tag)
            .map((piece) => (typeof piece === 'string' ? piece : '\ue001'))
            .join(''),
  );
