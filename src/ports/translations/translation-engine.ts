import { DomainError } from '../../domain/kernel/errors.ts';
import type { GlossaryTerm } from '../../domain/translations/glossary-terms.ts';
import type { TranslationLanguage } from '../../domain/translations/languages.ts';

/** Texts for an engine, in the markup of `domain/translations/markup.ts`; tags come back unchanged. */
export interface EngineRequest {
  readonly from: TranslationLanguage;
  readonly to: TranslationLanguage;
  readonly texts: readonly string[];
  /** Instructions for the translation; empty if there are none or if the engine does not support them. */
  readonly instructions: string;
  /** Glossary terms that some of the tags stand for, by tag number, for each text. */
  readonly terms: readonly (readonly (GlossaryTerm & { readonly tag: number })[])[];
  /** Problems of the previous answers, for each text, when texts are requested again. */
  readonly previousProblems?: readonly string[];
}

export interface EngineResponse {
  /** Translations in the order of the texts; undefined for one that was not answered. Unchecked engine output. */
  readonly texts: readonly (string | undefined)[];
  /** Number of characters as the engine counts them. */
  readonly characters: number;
  readonly requests: number;
}

/** Machine translation engine. */
export interface TranslationEngine {
  /** Name including its model: cached answers are valid for the same name. */
  readonly name: string;
  /** Limits of one request. */
  readonly maxTexts: number;
  readonly maxCharacters: number;
  /** Number of requests that may run in parallel. */
  readonly concurrency: number;
  /**
   * Tells whether the engine follows instructions and reacts to `previousProblems`; other engines repeat the same
   * answer.
   */
  readonly followsInstructions: boolean;
  /**
   * Translates texts.
   * @throws TranslationEngineError
   */
  translate(request: EngineRequest, signal: AbortSignal): Promise<EngineResponse>;
}

/** The engine failed to answer. The message is for people and contains no secrets. */
export class TranslationEngineError extends DomainError {
  readonly category = 'unavailable';
  constructor(
    message: string,
    /** Tells whether a retry may help, and the milliseconds to wait before it. */
    readonly retry: { readonly afterMs: number } | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
