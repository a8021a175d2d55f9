import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';
import { isolateTags, type IsolatedTags } from '../../domain/content/documents/isolate-tags.ts';

/** Disables links that the parser detects in plain text, because they have no position in the source. */
function withoutAutolinks(this: Processor): void {
  const data = this.data() as { fromMarkdownExtensions?: readonly (object | readonly object[])[] };
  const plain = (extension: object): object => ({ ...extension, transforms: [] });
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? []).map((one) =>
    Array.isArray(one) ? one.map(plain) : plain(one),
  );
}

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(withoutAutolinks)
  .freeze();

/** Placeholder for each character of an expression, tag or emoji. */
const MASK = '\ue000';
export const MASKED = /\ue000+/g;
const PROTECTED = /\{\{[^{}\r\n]{0,2000}\}\}|\{%[^\r\n]{0,16000}?%\}|\ue000+|:[a-z][a-z0-9_+-]{0,60}:/g;
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?:[^]*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** Parsed Markdown document with the mapping to its source. */
export interface MaskedDocument {
  readonly root: Root;
  /** Front matter before the Markdown. */
  readonly frontMatter: string;
  /** Source after the front matter, with tags on lines of their own; offsets in `root` refer to this text. */
  readonly text: string;
  readonly masked: string;
  originalOffset: IsolatedTags['originalOffset'];
}

/**
 * Parses Markdown with expressions, tags and emoji masked by words of the same length, so that their characters have no
 * syntactic meaning.
 */
export function parseMasked(markdown: string): MaskedDocument {
  const frontMatter = FRONT_MATTER.exec(markdown)?.[0] ?? '';
  const isolated = isolateTags(markdown.slice(frontMatter.length));
  const masked = isolated.text.replace(PROTECTED, (found) => MASK.repeat(found.length));
  return {
    root: parser.parse(masked),
    frontMatter,
    text: isolated.text,
    masked,
    originalOffset: isolated.originalOffset,
  };
}
