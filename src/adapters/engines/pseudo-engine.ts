import { toMarkup, parseMarkup } from '../../domain/translations/markup.ts';
import type { EngineResponse, EngineRequest, TranslationEngine } from '../../ports/translations/translation-engine.ts';
import { countCharacters } from './translation-requests.ts';

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = [...'ÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž'];

/**
 * Pseudo-translation for testing: adds accents and a third of length, which reveals untranslated text and lack of
 * space.
 */
export class PseudoEngine implements TranslationEngine {
  readonly name = 'pseudo';
  readonly maxTexts = 1_000;
  readonly maxCharacters = 1_000_000;
  readonly followsInstructions = false;
  readonly concurrency = 1;

  async translate({ texts }: EngineRequest): Promise<EngineResponse> {
    return { texts: texts.map(translateToPseudo), characters: countCharacters(texts), requests: 1 };
  }
}

function translateToPseudo(markup: string): string | undefined {
  const tokens = parseMarkup(markup);
  return (
    tokens &&
    toMarkup(tokens.map((token) => (token.kind === 'text' ? { kind: 'text', text: addAccents(token.text) } : token)))
  );
}

const addAccents = (text: string): string =>
  text.replace(
    /[A-Za-z]+/g,
    (word) =>
      [...word].map((letter) => ACCENTED[PLAIN.indexOf(letter)]).join('') + '·'.repeat(Math.round(word.length / 3)),
  );
