import type { FrontMatterFields } from '../git/repository-format.ts';

/** A page's markdown, understood; `frontMatter` + `body` is what was given, character for character. */
export interface ParsedPage {
  /** With its fences; null when there is none. What looks like front matter but is no YAML mapping belongs to the body. */
  readonly frontMatter: string | null;
  readonly body: string;
  /** What the front matter states in a usable form; a cover's `path` is what `findFile` answered. */
  readonly fields: FrontMatterFields;
  /** As the front matter states it. */
  readonly title?: string;
  /** Texts of the front matter held NUL characters or lone surrogates, which U+FFFD replaces in what is read of it. */
  readonly isCleaned?: true;
  /** The plain text of the level-1 heading that the body starts with. */
  readonly heading: string | null;
}

/** Reads the markdown of single pages by the same rules as that of a Git repository. */
export interface PageParser {
  /** Never fails. @param findFile finds the file that the front matter names as written, if any */
  parse(markdown: string, findFile: (written: string) => string | undefined): ParsedPage;
}
