import type { TermTranslations } from './glossary-entry.ts';
import type { TranslationLanguage } from './languages.ts';
import type { Token } from './segment.ts';

/** A term as the source has it, and what stands for it in the translation. */
export interface Term {
  readonly source: string;
  readonly target: string;
}

/** A text in which terms are tags: they come back as they are to be, wherever the engine puts them. */
export interface WithTerms {
  readonly tokens: readonly Token[];
  /** Those that occur, in the order of their tags. */
  readonly terms: readonly (Term & { readonly tag: number })[];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Finds the terms of a glossary in texts: whole words, in any case, the longest first. */
export class Terms {
  readonly #form: RegExp | undefined;
  readonly #targets = new Map<string, Term>();

  constructor(entries: readonly TermTranslations[], from: TranslationLanguage, to: TranslationLanguage) {
    for (const { [from]: source, [to]: target } of entries) if (source !== undefined && target !== undefined) this.#targets.set(source.toLowerCase(), { source, target });
    const forms = [...this.#targets.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).map(escaped);
    this.#form = forms.length === 0 ? undefined : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${forms.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  }

  in(tokens: readonly Token[]): WithTerms {
    if (this.#form === undefined) return { tokens, terms: [] };
    let tag = Math.max(0, ...tokens.map((token) => (token.kind === 'text' ? 0 : token.tag)));
    const terms: (Term & { tag: number })[] = [];
    const result: Token[] = [];
    for (const token of tokens) {
      if (token.kind !== 'text') {
        result.push(token);
        continue;
      }
      let done = 0;
      for (const { 0: found, index } of token.text.matchAll(this.#form)) {
        const term = this.#targets.get(found.toLowerCase());
        if (term === undefined) continue;
        if (index > done) result.push({ kind: 'text', text: token.text.slice(done, index) });
        terms.push({ ...term, tag: ++tag });
        result.push({ kind: 'void', tag });
        done = index + found.length;
      }
      if (done < token.text.length) result.push({ kind: 'text', text: token.text.slice(done) });
    }
    return terms.length === 0 ? { tokens, terms } : { tokens: result, terms };
  }
}

/** The answer with the terms in place of their tags. */
export function termsWritten(answer: readonly Token[], terms: WithTerms['terms']): readonly Token[] {
  if (terms.length === 0) return answer;
  const targets = new Map(terms.map(({ tag, target }) => [tag, target]));
  return answer.map((token) => {
    const target = token.kind === 'void' ? targets.get(token.tag) : undefined;
    return target === undefined ? token : { kind: 'text', text: target };
  });
}
