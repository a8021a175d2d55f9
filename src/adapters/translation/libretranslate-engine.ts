import type { TranslationLanguage } from '../../domain/translations/languages.ts';
import type { EngineAnswer, EngineOrder, TranslationEngine } from '../../ports/translation-engine.ts';
import { askJson, charactersOf, isObject, type EngineAddress } from './engine-http.ts';
import { htmlOfMarkup, markupOfHtml } from './html-markup.ts';

const CODES: Partial<Record<TranslationLanguage, string>> = { no: 'nb', zh: 'zh-Hans' };

/** A LibreTranslate server, which keeps the elements of HTML. */
export class LibreTranslateEngine implements TranslationEngine {
  readonly name = 'libretranslate';
  readonly mostTexts = 20;
  readonly mostCharacters = 2_000;
  readonly heeds = false;

  constructor(
    private readonly address: EngineAddress,
    private readonly key: string | undefined,
    readonly concurrency: number,
  ) {}

  async translate({ texts, from, to }: EngineOrder, signal: AbortSignal): Promise<EngineAnswer> {
    const body = { q: texts.map(htmlOfMarkup), source: CODES[from] ?? from, target: CODES[to] ?? to, format: 'html', ...(this.key !== undefined && { api_key: this.key }) };
    const answer = await askJson(this.address, '/translate', body, signal);
    const said = isObject(answer) ? answer['translatedText'] : undefined;
    const answers: readonly unknown[] = Array.isArray(said) ? said : [said];
    return { texts: texts.map((_, i) => (typeof answers[i] === 'string' ? markupOfHtml(answers[i]) : undefined)), characters: charactersOf(texts), requests: 1 };
  }
}
