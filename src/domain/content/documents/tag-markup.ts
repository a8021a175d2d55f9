/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Escapes a value between double quotes in HTML. */
export const escapeAttribute = (text: string): string =>
  escapeHtml(text).replaceAll('"', '&quot;').replaceAll('|', '&#124;').replace(/\s+/g, ' ');
/** Escapes a value between double quotes in a block tag, in which a backslash escapes. */
export const escapeTagValue = (text: string): string =>
  text
    .replace(/[\\"]/g, '\\$&')
    .replace(/%(?=\})/g, '%\\')
    .replace(/\s+/g, ' ');

/** Writes the attributes that have a value, each preceded by a space. */
export const formatAttributes = (
  all: readonly (readonly [string, string | undefined])[],
  write = escapeAttribute,
): string =>
  all
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${write(value!)}"`)
    .join('');

/** Writes a tag such as `{% hint style="info" %}`. */
export const openTag = (name: string, all: readonly (readonly [string, string | undefined])[] = []): string =>
  `{% ${name}${formatAttributes(all, escapeTagValue)} %}`;
/** Writes a tag around blocks. */
export const blockTag = (
  name: string,
  body: string,
  all: readonly (readonly [string, string | undefined])[] = [],
): string => `${openTag(name, all)}\n${body}\n{% end${name} %}`;
/** Writes the explicit id of a heading as an empty link to itself, appended to the heading. */
export const headingAnchor = (id: string): string =>
  ` <a href="#${escapeAttribute(id)}" id="${escapeAttribute(id)}"></a>`;
