/**
 * Reduces a text to letters and digits, because white space, direction marks and pictures are displayed differently.
 */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/**
 * Syntax of Markdown and the content format, and text that is displayed differently from its source or not to every
 * reader.
 */
const NO_TEXT = [
  /<!--[\s\S]*?-->/g,
  /\{%-? *if\b[\s\S]*?%\}[\s\S]*?\{%-? *endif *-?%\}/g,
  /\{% content-ref\b[\s\S]*?\{% endcontent-ref %\}/g,
  /\{%[\s\S]*?%\}/g,
  /<code class="expression">[\s\S]*?<\/code>/g,
  /<i class="fa[^>]*>[^<]*<\/i>/g,
  /<td><a href="[^"]*">[^<]*<\/a><\/td>/g,
  /<\/?[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi,
  /\]\((?:<[^>]*>|(?:[^()\\]|\\.|\([^()]*\))*)\)/g,
  /^\s*\[[^\]]+\]:.*$/gm,
  /^ *(?:```|~~~).*$/gm,
  /\bhttps?:\/\/\S+/g,
  /&#?\w+;/g,
  /:(?:[a-z0-9_+-]|\\_){2,60}:/g,
];

/** Lists the words of three letters and more that a reader of the page should see, by a simple reading. */
export function wordsOf(markdown: string): readonly string[] {
  const text = NO_TEXT.reduce((rest, pattern) => rest.replace(pattern, ' '), markdown);
  return [...new Set(text.match(/\p{L}{3,}/gu)?.map(lettersOf))];
}
