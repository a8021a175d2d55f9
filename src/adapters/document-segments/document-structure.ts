import type { Nodes } from 'mdast';
import type { Piece } from '../../domain/translations/segment.ts';
import { elementPieces, tagPieces } from './attribute-pieces.ts';
import { HeadingReader } from './heading-reader.ts';
import { sourceRange } from './inline-parts.ts';
import { parseMasked } from './parse-masked.ts';

const UNORDERED_TYPES = new Set([
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
 * Describes everything in a document besides its words; within a block of words, tags may change places. Headings are
 * represented by their anchor, which follows from their text or from an explicit id.
 */
export function documentStructure(markdown: string): string {
  const { root, frontMatter, text } = parseMasked(markdown);
  return frontMatter + nodeSignature(root, text, new HeadingReader(text));
}

/** @param text source that offsets refer to */
function nodeSignature(node: Nodes, text: string, headings: HeadingReader): string {
  if (node.type === 'text') return '';
  const heading = node.type === 'heading' ? headings.read(node) : undefined;
  const attributes = PROPERTIES.flatMap((name) =>
    name in node ? [`${name}=${JSON.stringify((node as unknown as Record<string, unknown>)[name]) ?? ''}`] : [],
  );
  if (heading !== undefined) attributes.push(`anchor=${JSON.stringify(heading.anchor)}`);
  const value = valueSignature(node, text);
  const children: readonly Nodes[] = heading?.words ?? ('children' in node ? node.children : []);
  const signatures = children.map((child) => nodeSignature(child, text, headings)).filter((one) => one !== '');
  if (UNORDERED_TYPES.has(node.type)) signatures.sort();
  return `${node.type}(${attributes.join(' ')}|${value}|${signatures.join(',')})`;
}

function valueSignature(node: Nodes, text: string): string {
  if (node.type === 'html') return tagSignature(node.value);
  if (node.type === 'blockTag') return withoutWords(tagPieces(text.slice(...sourceRange(node))));
  return 'value' in node ? node.value : '';
}

/** Replaces the segments by marks. */
const withoutWords = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : '\ue001')).join('');

/**
 * Extracts the tags of an HTML block without the alternative texts of images, and the content of elements that contain
 * no words.
 */
const tagSignature = (html: string): string =>
  html.replace(
    /(<(pre|code|script|style|textarea)\b[^]*?<\/\2\s*>|<!--[^]*?-->|<[^<>]*>)|[^<]+/gi,
    (_, tag?: string) => (tag === undefined ? '\ue001' : withoutWords(elementPieces(tag))),
  );
