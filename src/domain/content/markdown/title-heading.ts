import type { Nodes } from 'mdast';
import { parseMarkdown } from './parse-markdown.ts';

/** Maximum length of a heading that is compared with a title, in UTF-16 units. */
const MAX_LENGTH = 4_096;

/**
 * Returns the start of a document up to the end of its first line or lines if these are a level-1 heading that repeats
 * the title of the page, which readers see beside the document; otherwise undefined.
 */
export function titleHeading(markdown: string, title: string): string | undefined {
  const start = /^\uFEFF?(?:[ \t]*\r?\n)*/.exec(markdown.slice(0, MAX_LENGTH))![0].length;
  const [line = '', next = ''] = markdown.slice(start, start + MAX_LENGTH).split(/(?<=\n)/, 2);
  const isUnderlined = !/^ {0,3}#/.test(line) && /^ {0,3}=+[ \t]*\r?$/m.test(next);
  if (!isUnderlined && !/^ {0,3}#(?:[ \t]|\r?$)/m.test(line)) return undefined;
  const source = isUnderlined ? line + next : line;
  const [heading, ...more] = parseMarkdown(source).children;
  if (heading?.type !== 'heading' || heading.depth !== 1 || more.length > 0) return undefined;
  const words = heading.children
    .map((child) => ('children' in child ? normalizeSpace(plainText(child)) : plainText(child)))
    .join('');
  return normalizeSpace(words) === normalizeSpace(title) ? markdown.slice(0, start + source.length) : undefined;
}

const normalizeSpace = (text: string): string => text.normalize().replace(/\s+/g, ' ').trim();

/** Returns the text of a node as titles have it: shortcodes of emoji stay as written. */
function plainText(node: Nodes): string {
  if (node.type === 'emoji') return `:${node.name}:`;
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  return 'children' in node ? node.children.map((child) => plainText(child as Nodes)).join('') : '';
}
