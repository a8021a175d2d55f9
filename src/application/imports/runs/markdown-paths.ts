/** Escapes the characters of a plain text that Markdown gives a meaning within a line. */
export const escapeInline = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>~#|$&{}]/g, '\\$&');

/** Encodes a path as the target of a link. */
export const encodePath = (path: string): string =>
  path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(/[()'*!]/g, (c) => `%${c.charCodeAt(0).toString(16)}`))
    .join('/');
