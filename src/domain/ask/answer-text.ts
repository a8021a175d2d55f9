import { proseParagraphs } from '../content/markdown/prose.ts';

/** Maximum length of an answer in characters; longer ones are cut. */
export const MAX_ANSWER_LENGTH = 20_000;

/** Code spans, which stay as they are. */
const CODE_SPAN = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g;
const TAG_OPENING = /<(?=[a-zA-Z/!?])/g;
/** Openings of block tags and expressions, which pages evaluate. */
const BRACE = /\{(?=[{%])/g;
const IMAGE = /!(?=\[)/g;
/** Destinations of links and of their definitions. */
const LINK = /\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g;
const REFERENCE = /\]\[[^\]\n]*\]/g;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:.*$/gm;

/** Removes what loads or leads elsewhere from text that is not code. */
const plain = (text: string): string =>
  text
    .replace(DEFINITION, '')
    .replace(IMAGE, '')
    .replace(LINK, ']')
    .replace(REFERENCE, ']')
    .replace(TAG_OPENING, '&lt;')
    .replace(BRACE, '&#123;');

function plainAroundCode(paragraph: string): string {
  let result = '';
  let at = 0;
  for (const { index, 0: code } of paragraph.matchAll(CODE_SPAN)) {
    result += plain(paragraph.slice(at, index)) + code;
    at = index + code.length;
  }
  return result + plain(paragraph.slice(at));
}

/**
 * Removes links, images and HTML from an answer, outside code. A page can make an engine write them: a picture whose
 * address contains what the engine has read would send it away as soon as the answer is shown.
 */
export function safeAnswer(markdown: string): string {
  let result = '';
  let at = 0;
  for (const { from, to } of proseParagraphs(markdown)) {
    result += markdown.slice(at, from) + plainAroundCode(markdown.slice(from, to));
    at = to;
  }
  return result + markdown.slice(at);
}
