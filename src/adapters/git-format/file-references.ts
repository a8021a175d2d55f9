import { MAX_LINKS } from '../../domain/links/written-links.ts';
import { unescapeMarkdown } from './inline-text.ts';

/** Starts of file references in Markdown, HTML and block tags. */
const OPENINGS = /\]\([ \t]*|\]:[ \t]*|(?:src|href|srcset|poster|spec)[ \t]*=[ \t]*(?=["'])/g;
/** Exceeds the longest path of a checkout, with three characters per percent-encoded byte. */
const MAX_REFERENCE_LENGTH = 12_288;
/** Average number of times that a character may be read, because texts after unclosed openings overlap. */
const MAX_PASSES = 3;

/**
 * Lists every text of a Markdown file that may refer to another file of its repository: targets of links and images,
 * attributes of HTML and block tags. May include more than a reader would see, because code is not excluded; URLs are.
 * Runs in linear time: stops after `MAX_LINKS` openings or too many unclosed ones.
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

/** Returns the text from `start` to its closing mark, including its own opening mark. */
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

/** Lists the possible meanings of a target or attribute. */
function possibleReferences(written: string, opening: string): readonly string[] {
  const first = written.charAt(0);
  if (first === '<') return spellings(written.slice(1));
  if (first !== '"' && first !== "'") return [...spellings(written), ...spellings(written.split(/[ \t]/, 1)[0] ?? '')];
  const value = written.slice(1).replaceAll('&amp;', '&').replaceAll('&#x26;', '&');
  return opening.startsWith('srcset')
    ? value.split(',').map((candidate) => candidate.trim().split(/[ \t]/, 1)[0] ?? '')
    : [value];
}

/** Returns a destination with its escapes removed, and as written. */
const spellings = (destination: string): readonly string[] => [
  unescapeMarkdown(destination).trim(),
  destination.trim(),
];
