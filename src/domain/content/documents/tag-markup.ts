/** Text as HTML shows it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** A value between double quotes in HTML. */
export const escapeAttribute = (text: string): string =>
  escapeHtml(text).replaceAll('"', '&quot;').replaceAll('|', '&#124;').replace(/\s+/g, ' ');
/** A value between double quotes in a block tag, where a backslash escapes. */
export const escapeTagValue = (text: string): string =>
  text
    .replace(/[\\"]/g, '\\$&')
    .replace(/%(?=\})/g, '%\\')
    .replace(/\s+/g, ' ');

/** Attributes with a value, each preceded by a space. */
export const formatAttributes = (
  all: readonly (readonly [string, string | undefined])[],
  write = escapeAttribute,
): string =>
  all
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${write(value!)}"`)
    .join('');

/** A tag on a line of its own, such as `{% hint style="info" %}`. */
export const openTag = (name: string, all: readonly (readonly [string, string | undefined])[] = []): string =>
  `{% ${name}${formatAttributes(all, escapeTagValue)} %}`;
/** A tag around blocks. */
export const blockTag = (
  name: string,
  body: string,
  all: readonly (readonly [string, string | undefined])[] = [],
): string => `${openTag(name, all)}\n${body}\n{% end${name} %}`;
/** A heading's own id, as it stands at its end: an empty link that leads to itself. */
export const headingAnchor = (id: string): string =>
  ` <a href="#${escapeAttribute(id)}" id="${escapeAttribute(id)}"></a>`;
