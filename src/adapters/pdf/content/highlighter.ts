import type { HighlighterCore } from 'shiki/core';

/** A part of a line of code in one colour. */
export interface CodePart {
  readonly text: string;
  readonly color: string | undefined;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Code beyond this is printed in one colour. */
const MAX_LENGTH = 50_000;
const MAX_LINE = 1_000;
/** Characters that are coloured in one file. */
const MAX_COLOURED = 4_000_000;

/** Colours code of the languages that come with the library; grammars are read when content first has the language. */
export class Highlighter {
  #core: HighlighterCore | undefined;
  readonly #known = new Map<string, boolean>();
  #left = MAX_COLOURED;

  /** Another file begins. */
  begin(): void {
    this.#left = MAX_COLOURED;
  }

  /** Readies the languages, called before code of them is coloured; what is no language is none. */
  async ready(languages: Iterable<string>): Promise<void> {
    const wanted = [...new Set(languages)].map((name) => name.toLowerCase()).filter((name) => !this.#known.has(name));
    if (wanted.length === 0) return;
    const [{ createHighlighterCore }, { createOnigurumaEngine }, { bundledLanguages }, theme] = await Promise.all([
      import('shiki/core'),
      import('shiki/engine/oniguruma'),
      import('shiki/langs'),
      import('shiki/themes/github-light.mjs'),
    ]);
    this.#core ??= await createHighlighterCore({
      themes: [theme.default],
      langs: [],
      engine: createOnigurumaEngine(import('shiki/wasm')),
    });
    for (const name of wanted) {
      const grammar = Object.hasOwn(bundledLanguages, name)
        ? bundledLanguages[name as keyof typeof bundledLanguages]
        : undefined;
      this.#known.set(
        name,
        grammar !== undefined &&
          (await this.#core.loadLanguage(grammar).then(
            () => true,
            () => false,
          )),
      );
    }
  }

  /** The lines of code in their colours; in none where the language is not known or it would take too long. */
  lines(code: string, language: string | undefined): readonly (readonly CodePart[])[] {
    const name = language?.toLowerCase() ?? '';
    if (
      this.#core !== undefined &&
      this.#known.get(name) === true &&
      code.length <= MAX_LENGTH &&
      code.length <= this.#left
    ) {
      this.#left -= code.length;
      try {
        const { tokens } = this.#core.codeToTokens(code, {
          lang: name,
          theme: 'github-light',
          tokenizeMaxLineLength: MAX_LINE,
          tokenizeTimeLimit: 0,
        });
        return tokens.map((line) =>
          line.map(({ content, color, fontStyle = 0 }) => ({
            text: content,
            color,
            bold: (fontStyle & 2) !== 0,
            italic: (fontStyle & 1) !== 0,
          })),
        );
      } catch {
        this.#known.set(name, false);
      }
    }
    return code.split(/\r?\n/).map((text) => [{ text, color: undefined, bold: false, italic: false }]);
  }
}
