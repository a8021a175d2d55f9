import type { FrontMatterFields } from '../git/repository-format.ts';

/** Parsed markdown of a page; `frontMatter` + `body` is the input, character for character. */
export interface ParsedPage {
  /**
   * Front matter with its fences; null if there is none. Text between fences that is not a YAML mapping belongs to the
   * body.
   */
  readonly frontMatter: string | null;
  readonly body: string;
  /** Usable fields of the front matter; the `path` of a cover is the result of `findFile`. */
  readonly fields: FrontMatterFields;
  /** Title as the front matter states it. */
  readonly title?: string;
  /** Set if NUL characters or lone surrogates in the front matter were replaced by U+FFFD in the fields. */
  readonly isCleaned?: true;
  /** Plain text of the level-1 heading that the body starts with. */
  readonly heading: string | null;
}

/** Parses the markdown of single pages by the same rules as files of a Git repository. */
export interface PageParser {
  /**
   * Parses a page; never fails.
   * @param findFile finds the file that the front matter references, as written
   */
  parse(markdown: string, findFile: (written: string) => string | undefined): ParsedPage;
}
