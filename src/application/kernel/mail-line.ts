/** Converts a text of a user to one line for a mail, in which others must not be able to write paragraphs. */
export const toMailLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
