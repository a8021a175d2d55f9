import { DomainError } from '../../domain/kernel/errors.ts';
import type { GlossaryTerm } from '../../domain/translations/glossary-terms.ts';
import type { TranslationLanguage } from '../../domain/translations/languages.ts';

/** Texts for an engine, in the markup of `domain/translations/markup.ts`: what is in tags comes back as it is. */
export interface EngineRequest {
  readonly from: TranslationLanguage;
  readonly to: TranslationLanguage;
  readonly texts: readonly string[];
  /** What people ask of translations; empty for nothing, and for an engine that does not heed it. */
  readonly instructions: string;
  /** What some of the tags stand for in the translation, by number, text by text. */
  readonly terms: readonly (readonly (GlossaryTerm & { readonly tag: number })[])[];
  /** What was wrong with the answers before, text by text, where they are asked for again. */
  readonly previousProblems?: readonly string[];
}

export interface EngineResponse {
  /** In the order of the texts; undefined for one that was not answered. Not checked: anything may be in it. */
  readonly texts: readonly (string | undefined)[];
  /** As the engine counts them. */
  readonly characters: number;
  readonly requests: number;
}

/** Something that translates texts. */
export interface TranslationEngine {
  /** With what it runs on, such as a model: what it answered once holds for the same name. */
  readonly name: string;
  /** What one order may have. */
  readonly maxTexts: number;
  readonly maxCharacters: number;
  /** So many orders at a time are answered faster than one after the other. */
  readonly concurrency: number;
  /** Whether it heeds instructions and complaints; asked the same again, others answer the same. */
  readonly followsInstructions: boolean;
  /** @throws TranslationEngineError */
  translate(request: EngineRequest, signal: AbortSignal): Promise<EngineResponse>;
}

/** The engine gave no answer. The message is for people, and holds no secrets. */
export class TranslationEngineError extends DomainError {
  readonly category = 'unavailable';
  constructor(
    message: string,
    /** Whether trying again may help, and after how many milliseconds at the soonest. */
    readonly retry: { readonly afterMs: number } | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
