/** Characters that XML 1.0 cannot contain, even escaped. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Replaces the characters of a text that XML cannot contain. */
const xmlText = (text: string): string => text.toWellFormed().replace(NO_XML, '\ufffd');

/** Escapes a text for an XML document. */
export const escapeXml = (text: string): string =>
  xmlText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
