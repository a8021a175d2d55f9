import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';
import { isolateTags, type IsolatedTags } from '../../domain/content/documents/isolate-tags.ts';

/** Links that are guessed from text afterwards have no place in the source. */
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

/** Stands for each unit of what is neither Markdown nor words. */
const MASK = '\ue000';
export const MASKED = /\ue000+/g;
const PROTECTED = /\{\{[^{}\r\n]{0,2000}\}\}|\{%[^\r\n]{0,16000}?%\}|\ue000+|:[a-z][a-z0-9_+-]{0,60}:/g;
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?:[^]*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** A markdown document as it is parsed, and the way back to its source. */
export interface MaskedDocument {
  readonly root: Root;
  /** What comes before the Markdown. */
  readonly frontMatter: string;
  /** The source from there on, with tags on lines of their own; offsets in `root` are of it. */
  readonly text: string;
  readonly masked: string;
  originalOffset: IsolatedTags['originalOffset'];
}

/** Expressions, tags and emoji are parsed as words of the same length, so that no sign in them means anything. */
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
