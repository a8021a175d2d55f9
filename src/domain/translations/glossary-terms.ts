import type { TermTranslations } from './glossary-entry.ts';
import type { TranslationLanguage } from './languages.ts';
import { isUnspaced, type Token } from './segment.ts';

/** A term as the source has it, and what stands for it in the translation. */
export interface GlossaryTerm {
  readonly source: string;
  readonly target: string;
}

/** A text in which terms are tags: they come back as they are to be, wherever the engine puts them. */
export interface TermSubstitution {
  readonly tokens: readonly Token[];
  /** Those that occur, in the order of their tags. */
  readonly terms: readonly (GlossaryTerm & { readonly tag: number })[];
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const HANGUL = /\p{sc=Hangul}/u;
/** What terms are looked up by: how they begin. */
const TERM_PREFIX_LENGTH = 2;
/** Its signs are in the places of those of the text; a few letters are longer in small. */
const foldCase = (text: string): string => {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text;
};

/** Finds the terms of a glossary in texts: whole words as far as the script has such, in any case, the longest first. */
export class GlossaryMatcher {
  readonly #byStart = new Map<string, GlossaryTerm[]>();

  constructor(entries: readonly TermTranslations[], from: TranslationLanguage, to: TranslationLanguage) {
    const terms = new Map<string, GlossaryTerm>();
    for (const { [from]: source, [to]: target } of entries)
      if (source !== undefined && target !== undefined)
        terms.set(foldCase(source), { source: foldCase(source), target });
    for (const term of [...terms.values()].sort((a, b) => b.source.length - a.source.length)) {
      const start = term.source.slice(0, TERM_PREFIX_LENGTH);
      const known = this.#byStart.get(start);
      if (known === undefined) this.#byStart.set(start, [term]);
      else known.push(term);
    }
  }

  substitute(tokens: readonly Token[]): TermSubstitution {
    if (this.#byStart.size === 0) return { tokens, terms: [] };
    let tag = Math.max(0, ...tokens.map((token) => (token.kind === 'text' ? 0 : token.tag)));
    const terms: (GlossaryTerm & { tag: number })[] = [];
    const result: Token[] = [];
    for (const token of tokens) {
      if (token.kind !== 'text') {
        result.push(token);
        continue;
      }
      let done = 0;
      for (const { term, at } of this.#findTerms(token.text)) {
        if (at > done) result.push({ kind: 'text', text: token.text.slice(done, at) });
        terms.push({ ...term, tag: ++tag });
        result.push({ kind: 'void', tag });
        done = at + term.source.length;
      }
      if (done < token.text.length) result.push({ kind: 'text', text: token.text.slice(done) });
    }
    return terms.length === 0 ? { tokens, terms } : { tokens: result, terms };
  }

  /** From left to right, none within another. */
  *#findTerms(text: string): Generator<{ readonly term: GlossaryTerm; readonly at: number }> {
    const small = foldCase(text);
    for (let at = 0; at < small.length; at++) {
      if (isInsideWord(small[at - 1], small[at]!)) continue;
      const candidates = [
        ...(this.#byStart.get(small.slice(at, at + TERM_PREFIX_LENGTH)) ?? []),
        ...(this.#byStart.get(small.slice(at, at + 1)) ?? []),
      ];
      const term = candidates.find(
        ({ source }) => small.startsWith(source, at) && !continuesWord(source.at(-1)!, small[at + source.length]),
      );
      if (term === undefined) continue;
      yield { term, at };
      at += term.source.length - 1;
    }
  }
}

/** Whether a word goes on between two signs; where a script puts no space between words, any may end there. */
const isInsideWord = (before: string | undefined, after: string | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  WORD.test(before) &&
  WORD.test(after) &&
  !isUnspaced(before) &&
  !isUnspaced(after);

/** Whether a word goes on behind a term. In Korean, what follows it may be written on to it. */
const continuesWord = (last: string, after: string | undefined): boolean =>
  isInsideWord(last, after) && !(HANGUL.test(last) && HANGUL.test(after!));

/** The answer with the terms in place of their tags. */
export function restoreTerms(answer: readonly Token[], terms: TermSubstitution['terms']): readonly Token[] {
  if (terms.length === 0) return answer;
  const targets = new Map(terms.map(({ tag, target }) => [tag, target]));
  return answer.map((token) => {
    const target = token.kind === 'void' ? targets.get(token.tag) : undefined;
    return target === undefined ? token : { kind: 'text', text: target };
  });
}
