import { MAX_LINKS } from '../../domain/links/written-links.ts';
import { unescapeMarkdown } from './inline-text.ts';

/** Where Markdown, HTML and block tags begin to name a file. */
const OPENINGS = /\]\([ \t]*|\]:[ \t]*|(?:src|href|srcset|poster|spec)[ \t]*=[ \t]*(?=["'])/g;
/** Longer than any path that a checkout can have, three characters per percent-encoded byte. */
const MAX_REFERENCE_LENGTH = 12_288;
/** Texts after unclosed openings overlap: so often, on average, may a character be looked at. */
const MAX_PASSES = 3;

/**
 * Every text of a Markdown file that may name another file of its repository: destinations of links and images,
 * attributes of HTML and of block tags. May name more than a reader would see, as code is not left out; URLs are.
 * Linear in the length of the text: the rest of one that has more than `MAX_LINKS` openings, or is made of unclosed
 * ones, is given up.
 */
export function fileReferences(markdown: string): ReadonlySet<string> {
  const references = new Set<string>();
  let openings = 0;
  let allowance = MAX_PASSES * markdown.length + MAX_REFERENCE_LENGTH;
  for (const { index, 0: opening } of markdown.matchAll(OPENINGS)) {
    const start = index + opening.length;
    const written = readReference(markdown, start);
    allowance -= written.length;
    if (allowance < 0 || ++openings > MAX_LINKS) break;
    if (written.length === MAX_REFERENCE_LENGTH) continue;
    for (const reference of possibleReferences(written, opening)) {
      if (reference !== '' && !/^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i.test(reference)) references.add(reference);
    }
  }
  return references;
}

/** The text from `start` to what closes it, its own opening mark included. */
function readReference(text: string, start: number): string {
  const first = text.charAt(start);
  const closing = first === '<' ? '>' : first === '"' || first === "'" ? first : null;
  let depth = 0;
  for (
    let index = closing === null ? start : start + 1;
    index < text.length && index - start < MAX_REFERENCE_LENGTH;
    index++
  ) {
    const character = text.charAt(index);
    if (character === '\n' || character === closing) return text.slice(start, index);
    if (character === '\\') index++;
    else if (closing === null && character === '(') depth++;
    else if (closing === null && character === ')' && depth-- === 0) return text.slice(start, index);
  }
  return text.slice(start, start + MAX_REFERENCE_LENGTH);
}

/** What a written destination or attribute may mean. */
function possibleReferences(written: string, opening: string): readonly string[] {
  const first = written.charAt(0);
  if (first === '<') return spellings(written.slice(1));
  if (first !== '"' && first !== "'") return [...spellings(written), ...spellings(written.split(/[ \t]/, 1)[0] ?? '')];
  const value = written.slice(1).replaceAll('&amp;', '&').replaceAll('&#x26;', '&');
  return opening.startsWith('srcset')
    ? value.split(',').map((candidate) => candidate.trim().split(/[ \t]/, 1)[0] ?? '')
    : [value];
}

/** A destination with its escapes undone, and as written. */
const spellings = (destination: string): readonly string[] => [
  unescapeMarkdown(destination).trim(),
  destination.trim(),
];
