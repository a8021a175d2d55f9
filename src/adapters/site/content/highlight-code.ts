import type { HighlighterCore, ThemeRegistrationRaw } from 'shiki/core';
import { loadOnce } from '../../../application/kernel/load-once.ts';
import { escapeText } from '../../html.ts';
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

const loadCore = loadOnce(createCore);
const languages = new Map<string, Promise<boolean>>();

/** Part of a line whose tokens are of one kind. */
export interface CodeRun {
  readonly text: string;
  readonly className?: string;
}

/** Colors code by classes, line by line, as HTML; undefined for a language without a grammar. */
export async function highlightCode(code: string, language: string): Promise<readonly string[] | undefined> {
  const lines = await readCodeRuns(code, language);
  return lines?.map((runs) =>
    runs
      .map(({ text, className }) =>
        className === undefined ? escapeText(text) : `<span class="${className}">${escapeText(text)}</span>`,
      )
      .join(''),
  );
}

/** Splits the lines of code by the kinds of their tokens; undefined for a language without a grammar. */
export async function readCodeRuns(
  code: string,
  language: string,
): Promise<readonly (readonly CodeRun[])[] | undefined> {
  if (!(await loadLanguage(language))) return undefined;
  const lines = (await loadCore()).codeToTokensBase(code, {
    lang: language,
    theme: KIND_THEME.name!,
    tokenizeMaxLineLength: MAX_LINE,
    // Equal code must look equal, also on a busy machine; the limit is that of the thread.
    tokenizeTimeLimit: 0,
  });
  return lines.map((tokens) => {
    const runs: { text: string; className?: string }[] = [];
    for (const { content, color } of tokens) {
      const last = runs.at(-1);
      // Blanks are of the kind before them.
      const className = content.trim() === '' ? last?.className : CLASSES.get((color ?? '').toUpperCase());
      if (last !== undefined && last.className === className) last.text += content;
      else runs.push({ text: content, ...(className !== undefined && { className }) });
    }
    return runs;
  });
}

async function loadLanguage(name: string): Promise<boolean> {
  const { bundledLanguages } = await import('shiki/langs');
  if (!Object.hasOwn(bundledLanguages, name)) return false;
  const highlighter = await loadCore();
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
