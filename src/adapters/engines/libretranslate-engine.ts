import { escapeHtml } from '../../domain/content/documents/tag-markup.ts';
import { isObject } from '../../domain/kernel/is-object.ts';
import type { TranslationLanguage } from '../../domain/translations/languages.ts';
import type { EngineResponse, EngineRequest, TranslationEngine } from '../../ports/translations/translation-engine.ts';
import type { EngineAddress } from './engine-http.ts';
import { requestTranslation, countCharacters, alignTexts } from './translation-requests.ts';
import { markupToHtml, htmlToMarkup } from './html-markup.ts';

/** Language codes of LibreTranslate; for Chinese, every version accepts `zh`. */
const CODES: Partial<Record<TranslationLanguage, string>> = { no: 'nb' };
const OWN_ELEMENTS = /<span id="[gx]\d{1,6}">|<\/span>/g;
const REFERENCE = /&(?:amp|lt|gt);/;

/** Translates with a LibreTranslate server, which preserves HTML elements. */
export class LibreTranslateEngine implements TranslationEngine {
  readonly name = 'libretranslate';
  readonly maxTexts = 20;
  readonly maxCharacters = 2_000;
  readonly followsInstructions = false;

  constructor(
    private readonly address: EngineAddress,
    private readonly key: string | undefined,
    readonly concurrency: number,
  ) {}

  async translate({ texts, from, to }: EngineRequest, signal: AbortSignal): Promise<EngineResponse> {
    const body = {
      q: texts.map(markupToHtml),
      source: CODES[from] ?? from,
      target: CODES[to] ?? to,
      format: 'html',
      ...(this.key !== undefined && { api_key: this.key }),
    };
    const answer = await requestTranslation(this.address, '/translate', body, { from, to }, signal);
    const translated = isObject(answer) ? answer['translatedText'] : undefined;
    const answers: readonly unknown[] = Array.isArray(translated) ? translated : [translated];
    return {
      texts: alignTexts(answers, texts.length).map((answer, i) =>
        answer === undefined ? undefined : htmlToMarkup(escapeDecodedText(answer, texts[i]!)),
      ),
      characters: countCharacters(texts),
      requests: 1,
    };
  }
}

/**
 * Escapes text that newer versions return with decoded character references; everything outside of the known elements
 * is text then.
 */
function escapeDecodedText(html: string, source: string): string {
  if (!REFERENCE.test(source) || REFERENCE.test(html)) return html;
  const elements = html.match(OWN_ELEMENTS) ?? [];
  return html
    .split(OWN_ELEMENTS)
    .map((text, i) => escapeHtml(text) + (elements[i] ?? ''))
    .join('');
}
