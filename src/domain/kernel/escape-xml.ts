/** Characters that XML 1.0 cannot contain, even escaped. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML, between tags or double quotes; replaces the characters that XML cannot contain. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(NO_XML, '\ufffd')
    .replace(/[&<>"]/g, (character) => ESCAPES[character]!);
