import type { HighlighterCore, ThemeRegistrationRaw } from 'shiki/core';
import { escapeText } from '../html.ts';
import { TOKEN_KINDS } from './token-kinds.ts';

/** Longer lines are shown in one color. */
const MAX_LINE = 1_000;
/** Color that stands for text of no kind. */
const PLAIN = '#ffffff';

const colorOf = (index: number): string => `#0000${(index + 16).toString(16)}`;
const CLASSES: ReadonlyMap<string, string> = new Map(
  TOKEN_KINDS.map(({ className }, index) => [colorOf(index).toUpperCase(), className]),
);

/** Theme whose colors are the kinds of tokens, so that one result serves all themes. */
const KIND_THEME: ThemeRegistrationRaw = {
  name: 'kinds',
  type: 'light',
  colors: { 'editor.foreground': PLAIN, 'editor.background': PLAIN },
  settings: TOKEN_KINDS.map(({ scopes }, index) => ({
    scope: scopes.filter((scope) => !TOKEN_KINDS.slice(0, index).some((earlier) => earlier.scopes.includes(scope))),
    settings: { foreground: colorOf(index) },
  })),
};

let core: Promise<HighlighterCore> | undefined;
const languages = new Map<string, Promise<boolean>>();

/** Colors code by classes, line by line; undefined for a language without a grammar. */
export async function highlightCode(code: string, language: string): Promise<readonly string[] | undefined> {
  if (!(await loadLanguage(language))) return undefined;
  const lines = (await core!).codeToTokensBase(code, {
    lang: language,
    theme: KIND_THEME.name!,
    tokenizeMaxLineLength: MAX_LINE,
    // Equal code must look equal, also on a busy machine; the limit is that of the thread.
    tokenizeTimeLimit: 0,
  });
  return lines.map((tokens) => {
    let html = '';
    let run = '';
    let runClass: string | undefined;
    const flush = (): void => {
      if (run === '') return;
      html += runClass === undefined ? escapeText(run) : `<span class="${runClass}">${escapeText(run)}</span>`;
      run = '';
    };
    for (const { content, color } of tokens) {
      const className = color === undefined ? undefined : CLASSES.get(color.toUpperCase());
      if (className !== runClass && content.trim() !== '') {
        flush();
        runClass = className;
      }
      run += content;
    }
    flush();
    return html;
  });
}

async function loadLanguage(name: string): Promise<boolean> {
  const { bundledLanguages } = await import('shiki/langs');
  if (!Object.hasOwn(bundledLanguages, name)) return false;
  const highlighter = await (core ??= createCore());
  const grammar = bundledLanguages[name as keyof typeof bundledLanguages];
  const loading =
    languages.get(name) ??
    highlighter.loadLanguage(grammar).then(
      () => true,
      () => false,
    );
  languages.set(name, loading);
  return loading;
}

async function createCore(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createOnigurumaEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/oniguruma'),
  ]);
  return createHighlighterCore({
    themes: [KIND_THEME],
    langs: [],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  });
}
