/** SQL expression of a text in lower case, by the rules of Unicode whatever the locale of the database. */
export const lower = (text: string): string => `lower(${text} COLLATE "und-x-icu")`;

/** SQL condition: one of the texts contains `part`, whatever the case. All are SQL expressions. */
export function contains(texts: readonly string[], part: string): string {
  const found = texts.map((text) => `strpos(${lower(text)}, ${lower(`${part}::text`)}) > 0`);
  return found.length === 1 ? found[0]! : `(${found.join(' OR ')})`;
}
