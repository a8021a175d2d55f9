import type { ContentRenderer } from '../../../ports/sites/site-renderer.ts';
import { breakable, type CodePart } from './nodes.ts';

/** Longer code, and code beyond this total of one file, is printed in one color. */
const MAX_LENGTH = 50_000;
const MAX_COLORED = 4_000_000;

/** Colors the code of one file as sites do. */
export class CodeLines {
  #left = MAX_COLORED;

  constructor(private readonly site: Pick<ContentRenderer, 'colorCode'>) {}

  /** Lines of code in colors; in one color if the language is unknown or coloring would take too long. */
  async read(code: string, language: string): Promise<readonly (readonly CodePart[])[]> {
    if (code.length > Math.min(MAX_LENGTH, this.#left)) return plainLines(code);
    const lines = await this.site.colorCode(code, language.toLowerCase()).catch(() => undefined);
    if (lines === undefined) return plainLines(code);
    this.#left -= code.length;
    return lines.map((line) =>
      line.map(({ text, color }) => (color === undefined ? codeText(text) : [codeText(text), color])),
    );
  }
}

const codeText = (text: string): string => breakable(text.replaceAll('\t', '    '));

/** Lines of code in one color. */
export const plainLines = (code: string): readonly (readonly CodePart[])[] =>
  code.split(/\r?\n/).map((line) => [codeText(line)]);
