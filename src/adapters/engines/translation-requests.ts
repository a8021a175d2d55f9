import { languageName } from '../../domain/translations/languages.ts';
import { TranslationEngineError, type EngineRequest } from '../../ports/translations/translation-engine.ts';
import { requestJson, type EngineAddress, type EngineFailures } from './engine-http.ts';

/** Reports that the engine rejected the request. */
export class EngineRejectionError extends TranslationEngineError {}

/**
 * Sends JSON or a form to a translation engine and returns the parsed JSON response.
 *
 * @param pair languages of the translation, for messages
 * @throws TranslationEngineError, EngineRejectionError; messages contain no part of the request body
 */
export const requestTranslation = (
  address: EngineAddress,
  path: string,
  body: unknown,
  pair: Pick<EngineRequest, 'from' | 'to'>,
  signal: AbortSignal,
): Promise<unknown> => requestJson(address, path, body, failuresOf(pair), signal);

const failuresOf = ({ from, to }: Pick<EngineRequest, 'from' | 'to'>): EngineFailures => ({
  settings: 'TRANSLATION',
  failed: (message, retry, options) => new TranslationEngineError(message, retry, options),
  rejected: (message) =>
    new EngineRejectionError(
      `${message}: the engine rejects the request; check TRANSLATION_URL, TRANSLATION_MODEL and support for translation from ${languageName(from)} to ${languageName(to)}`,
      undefined,
    ),
});

export const countCharacters = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/**
 * Assigns answers to texts by position; returns undefined for each text when the numbers differ, since the assignment
 * is uncertain then.
 */
export function alignTexts(answers: readonly unknown[], count: number): readonly (string | undefined)[] {
  return Array.from({ length: count }, (_, i) =>
    answers.length === count && typeof answers[i] === 'string' ? answers[i] : undefined,
  );
}
