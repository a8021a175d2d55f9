import type { Root } from 'mdast';
import { parseMarkdown } from '../../domain/content/markdown/parse-markdown.ts';

/** Placeholder for each character of an expression, tag or emoji. */
const MASK = '\ue000';
/** Masked text; tags keep their delimiters, by which they end other blocks. */
export const MASKED = /\{%\ue000*%\}|\ue000+/g;
const PROTECTED = /\{\{[^{}\r\n]{0,2000}\}\}|\{%[^\r\n]{0,16000}?%\}|\ue000+|:[a-z][a-z0-9_+-]{0,60}:/g;
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?:[^]*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** Parsed Markdown document with its source. */
export interface MaskedDocument {
  readonly root: Root;
  /** Front matter before the Markdown. */
  readonly frontMatter: string;
  /** Source after the front matter; offsets in `root` refer to this text. */
  readonly text: string;
  readonly masked: string;
}

/**
 * Parses Markdown with expressions, tags and emoji masked by words of the same length, so that their characters have no
 * syntactic meaning.
 */
export function parseMasked(markdown: string): MaskedDocument {
  const frontMatter = FRONT_MATTER.exec(markdown)?.[0] ?? '';
  const text = markdown.slice(frontMatter.length);
  const masked = text.replace(PROTECTED, (found) =>
    found.startsWith('{%') ? `{%${MASK.repeat(found.length - '{%%}'.length)}%}` : MASK.repeat(found.length),
  );
  return { root: parseMarkdown(masked, { isPositioned: true }), frontMatter, text, masked };
}
