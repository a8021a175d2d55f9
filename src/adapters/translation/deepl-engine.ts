import type { TranslationLanguage } from '../../domain/translations/languages.ts';
import type { EngineAnswer, EngineOrder, TranslationEngine } from '../../ports/translation-engine.ts';
import { askJson, charactersOf, isObject, type EngineAddress } from './engine-http.ts';

const SOURCES: Partial<Record<TranslationLanguage, string>> = { no: 'NB' };
const TARGETS: Partial<Record<TranslationLanguage, string>> = { no: 'NB', en: 'EN-US', pt: 'PT-PT', zh: 'ZH-HANS' };

/** DeepL's API, which heeds tags as those of XML. */
export class DeepLEngine implements TranslationEngine {
  readonly name = 'deepl';
  readonly mostTexts = 50;
  readonly mostCharacters = 50_000;
  readonly heeds = false;

  constructor(
    private readonly address: EngineAddress,
    readonly concurrency: number,
  ) {}

  async translate({ texts, from, to }: EngineOrder, signal: AbortSignal): Promise<EngineAnswer> {
    const body = { text: texts, source_lang: SOURCES[from] ?? from.toUpperCase(), target_lang: TARGETS[to] ?? to.toUpperCase(), tag_handling: 'xml', outline_detection: false, preserve_formatting: true };
    const answer = await askJson(this.address, '/v2/translate', body, signal);
    const translations = isObject(answer) && Array.isArray(answer['translations']) ? (answer['translations'] as unknown[]) : [];
    return {
      texts: texts.map((_, i) => {
        const one = translations[i];
        return isObject(one) && typeof one['text'] === 'string' ? one['text'] : undefined;
      }),
      characters: charactersOf(texts),
      requests: 1,
    };
  }
}
