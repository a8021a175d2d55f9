import type { TermTranslations } from './glossary-entry.ts';
import type { TranslationLanguage } from './languages.ts';
import { isUnspaced, type Token } from './segment.ts';

/** Term in the source language with its translation. */
export interface GlossaryTerm {
  readonly source: string;
  readonly target: string;
}

/**
 * Text in which terms are replaced by tags, so that the engine keeps them and they are restored wherever it puts them.
 */
export interface TermSubstitution {
  readonly tokens: readonly Token[];
  /** Terms that occur, in the order of their tags. */
  readonly terms: readonly (GlossaryTerm & { readonly tag: number })[];
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const HANGUL = /\p{sc=Hangul}/u;
/** Length of the prefix by which terms are indexed. */
const TERM_PREFIX_LENGTH = 2;
/** Lower-cases a text unless that changes its length, so that offsets stay valid. */
const foldCase = (text: string): string => {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text;
};

/** Finds glossary terms in texts: whole words where the script has them, case-insensitively, longest first. */
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

  /** Finds terms from left to right, without overlaps. */
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

/** Tells whether a word continues between two characters; in scripts without spaces a word may end anywhere. */
const isInsideWord = (before: string | undefined, after: string | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  WORD.test(before) &&
  WORD.test(after) &&
  !isUnspaced(before) &&
  !isUnspaced(after);

/** Tells whether a word continues after a term. In Korean, suffixes may follow a term directly. */
const continuesWord = (last: string, after: string | undefined): boolean =>
  isInsideWord(last, after) && !(HANGUL.test(last) && HANGUL.test(after!));

/** Replaces the tags of terms by their translations. */
export function restoreTerms(answer: readonly Token[], terms: TermSubstitution['terms']): readonly Token[] {
  if (terms.length === 0) return answer;
  const targets = new Map(terms.map(({ tag, target }) => [tag, target]));
  return answer.map((token) => {
    const target = token.kind === 'void' ? targets.get(token.tag) : undefined;
    return target === undefined ? token : { kind: 'text', text: target };
  });
}
