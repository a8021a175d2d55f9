import { CodeLines } from '../content/markdown/code-lines.ts';
import { readableText } from '../search/readable-text.ts';
import { parseSearchQuery } from '../search/search-query.ts';

const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
/** Maximum length of the headings that are offered as questions. */
const MAX_QUESTION_LENGTH = 120;
const QUESTION = /[?？؟]$/;
/** Maximum number of characters in which questions are looked for. */
const MAX_SCANNED = 100_000;

interface Part {
  readonly at: number;
  readonly text: string;
  readonly hits: number;
}

/** Splits a document before each heading outside code. */
function splitSections(markdown: string): readonly string[] {
  const lines = new CodeLines();
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < markdown.length;) {
    const newline = markdown.indexOf('\n', at);
    const to = newline === -1 ? markdown.length : newline + 1;
    const line = markdown.slice(at, to);
    if (lines.read(line) === 'text' && HEADING.test(line) && at > from) {
      parts.push(markdown.slice(from, at));
      from = at;
    }
    at = to;
  }
  parts.push(markdown.slice(from));
  return parts;
}

/**
 * Shortens a document to the sections that contain most words of a question, in their order; omissions are marked by
 * `…`. A document within the limit stays whole.
 */
export function relevantText(markdown: string, question: string, maxLength: number): string {
  if (markdown.length <= maxLength) return markdown;
  const words = parseSearchQuery(question).parts.flatMap(({ words: each }) => each.map(({ whole }) => whole));
  const parts = splitSections(markdown).map((text, at): Part => {
    const lower = text.toLowerCase();
    return { at, text, hits: words.filter((word) => lower.includes(word)).length };
  });
  const kept: Part[] = [];
  let left = maxLength;
  for (const part of [...parts].sort((a, b) => b.hits - a.hits || a.at - b.at)) {
    if (left <= 0) break;
    kept.push(part.text.length <= left ? part : { ...part, text: part.text.slice(0, left).toWellFormed() });
    left -= part.text.length;
  }
  let previous = -1;
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => {
      const gap = at > previous + 1 ? '…\n' : '';
      previous = at;
      return gap + text;
    })
    .join('');
}

/** Tells whether a title is a question that can be offered as it is. */
export const isQuestion = (title: string): boolean =>
  title.length <= MAX_QUESTION_LENGTH && QUESTION.test(title.trimEnd());

/** Finds the headings of a document that are questions. */
export function* questionsIn(markdown: string): Generator<string> {
  if (!/[?？؟]/.test(markdown)) return;
  for (const { level, text } of readableText(markdown.slice(0, MAX_SCANNED)))
    if (level > 0 && isQuestion(text)) yield text.trim();
}
