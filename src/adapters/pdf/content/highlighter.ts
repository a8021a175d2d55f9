import type { HighlighterCore } from 'shiki/core';
import { breakable, type CodePart } from './nodes.ts';

/** Longer code, longer lines, and code beyond this total of one file are printed in one color. */
const MAX_LENGTH = 50_000;
const MAX_LINE = 1_000;
const MAX_COLORED = 4_000_000;

/** Colors code; the grammar of a language is loaded when content first has the language. */
export class Highlighter {
  #core: Promise<HighlighterCore> | undefined;
  readonly #languages = new Map<string, Promise<boolean>>();
  #left = MAX_COLORED;

  /** Prepares for another file. */
  reset(): void {
    this.#left = MAX_COLORED;
  }

  /** Lines of code in colors; in one color if the language is unknown or coloring would take too long. */
  async lines(code: string, language: string): Promise<readonly (readonly CodePart[])[]> {
    const name = language.toLowerCase();
    const plain = plainLines(code);
    if (code.length > Math.min(MAX_LENGTH, this.#left) || !(await this.#load(name))) return plain;
    this.#left -= code.length;
    try {
      const { tokens } = (await this.#core!).codeToTokens(code, {
        lang: name,
        theme: 'github-light',
        tokenizeMaxLineLength: MAX_LINE,
        tokenizeTimeLimit: 0,
      });
      return tokens.map((line) =>
        line.map(({ content, color = '', fontStyle = 0 }) => [
          codeText(content),
          color,
          (fontStyle & 2) !== 0,
          (fontStyle & 1) !== 0,
        ]),
      );
    } catch {
      this.#languages.set(name, Promise.resolve(false));
      return plain;
    }
  }

  async #load(name: string): Promise<boolean> {
    const { bundledLanguages } = await import('shiki/langs');
    if (!Object.hasOwn(bundledLanguages, name)) return false;
    const core = await (this.#core ??= createCore());
    const loading = this.#languages.get(name) ?? isLoaded(core, bundledLanguages[name as 'js']);
    this.#languages.set(name, loading);
    return loading;
  }
}

const codeText = (text: string): string => breakable(text.replaceAll('\t', '    '));

/** Lines of code in one color. */
export const plainLines = (code: string): readonly (readonly CodePart[])[] =>
  code.split(/\r?\n/).map((line) => [codeText(line)]);

const isLoaded = (core: HighlighterCore, grammar: Parameters<HighlighterCore['loadLanguage']>[0]): Promise<boolean> =>
  core.loadLanguage(grammar).then(
    () => true,
    () => false,
  );

async function createCore(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createOnigurumaEngine }, theme] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/oniguruma'),
    import('shiki/themes/github-light.mjs'),
  ]);
  return createHighlighterCore({
    themes: [theme.default],
    langs: [],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  });
}
