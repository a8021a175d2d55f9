/** Writing direction of a text. */
export type Direction = 'ltr' | 'rtl';

const RTL_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;
const LETTER = /\p{L}/gu;
/** Number of characters from which the direction is determined. */
const SAMPLE_LENGTH = 4_000;

/** Returns the direction of most letters of a text: a page in Persian with English terms is right to left. */
export function directionOfText(text: string): Direction {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const rtl = sample.match(RTL_LETTER)?.length ?? 0;
  const all = sample.match(LETTER)?.length ?? 0;
  return rtl * 2 > all ? 'rtl' : 'ltr';
}

/** Returns the direction of the first letter of a text. */
export const directionOfStart = (text: string): Direction => directionOfText(/\p{L}/u.exec(text)?.[0] ?? '');
