/** Schemes that a reader may follow from a page. */
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const IMAGE_SCHEMES = new Set(['http', 'https']);
/** Raster images only: an SVG is a document. */
const DATA_IMAGE = /^data:image\/(?:png|gif|jpeg|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Characters a browser, or a sloppy one, drops when it looks for the scheme. */
const IGNORED = /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
/** Removed anywhere by the URL standard's parser, together with control characters at either end. */
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** The scheme of a URL as the most generous browser would read it, in lower case; undefined for a relative URL. */
export function schemeOf(url: string): string | undefined {
  const colon = url.indexOf(':');
  if (colon < 0) return undefined;
  const stop = url.search(/[/?#\\]/);
  if (stop >= 0 && stop < colon) return undefined;
  return url.slice(0, colon).replace(IGNORED, '').toLowerCase();
}

/** `url` as it may stand in an attribute, or undefined when following or loading it could run code or leave the web. */
export function safeUrl(url: string, use: 'link' | 'image'): string | undefined {
  const clean = url.replace(CONTROL, '').trim();
  if (clean === '') return undefined;
  const scheme = schemeOf(clean);
  if (scheme === undefined) return clean.replaceAll(' ', '%20');
  if (use === 'image' && scheme === 'data') return DATA_IMAGE.test(clean) ? clean : undefined;
  if (!(use === 'image' ? IMAGE_SCHEMES : LINK_SCHEMES).has(scheme)) return undefined;
  return (scheme + clean.slice(clean.indexOf(':'))).replaceAll(' ', '%20');
}

/** Whether the URL leads to some other host, as far as can be told without knowing ours. */
export const isExternal = (url: string): boolean => /^(?:https?:|[/\\]{2})/i.test(url);
