import { isObject } from '../../domain/kernel/is-object.ts';
import type { TranslationLanguage } from '../../domain/translations/languages.ts';
import type { EngineResponse, EngineRequest, TranslationEngine } from '../../ports/translations/translation-engine.ts';
import type { EngineAddress } from './engine-http.ts';
import { requestTranslation, countCharacters, alignTexts } from './translation-requests.ts';

const SOURCES: Partial<Record<TranslationLanguage, string>> = { no: 'NB' };
const TARGETS: Partial<Record<TranslationLanguage, string>> = { no: 'NB', en: 'EN-US', pt: 'PT-PT', zh: 'ZH-HANS' };

/** Translates with the DeepL API, which preserves XML tags. */
export class DeepLEngine implements TranslationEngine {
  readonly name = 'deepl';
  readonly maxTexts = 50;
  /** Limit that follows from 128 KiB per request and up to three bytes per UTF-16 unit. */
  readonly maxCharacters = 40_000;
  readonly followsInstructions = false;

  constructor(
    private readonly address: EngineAddress,
    readonly concurrency: number,
  ) {}

  async translate({ texts, from, to }: EngineRequest, signal: AbortSignal): Promise<EngineResponse> {
    const body = {
      text: texts,
      source_lang: SOURCES[from] ?? from.toUpperCase(),
      target_lang: TARGETS[to] ?? to.toUpperCase(),
      tag_handling: 'xml',
      tag_handling_version: 'v2',
      outline_detection: false,
      preserve_formatting: true,
    };
    const answer = await requestTranslation(this.address, '/v2/translate', body, { from, to }, signal);
    const translations =
      isObject(answer) && Array.isArray(answer['translations']) ? (answer['translations'] as unknown[]) : [];
    return {
      texts: alignTexts(
        translations.map((one) => (isObject(one) ? one['text'] : undefined)),
        texts.length,
      ),
      characters: countCharacters(texts),
      requests: 1,
    };
  }
}
