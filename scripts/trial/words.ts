/** Letters and digits alone: white space, marks of direction and pictures are written otherwise where text is shown. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** What Markdown and the content format say about the text, and what is shown otherwise than it is written, or not to everybody. */
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
];

/** Each word of three letters and more that a reader of the page should come upon, as far as a plain reading tells. */
export function wordsOf(markdown: string): readonly string[] {
  const text = NO_TEXT.reduce((rest, pattern) => rest.replace(pattern, ' '), markdown);
  return [...new Set(text.match(/\p{L}{3,}/gu)?.map(lettersOf))];
}
