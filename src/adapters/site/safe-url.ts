/** Schemes that links may have. */
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const IMAGE_SCHEMES = new Set(['http', 'https']);
/** Raster images only, because an SVG is a document. */
const DATA_IMAGE = /^data:image\/(?:png|gif|jpeg|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Characters that some browsers ignore when they determine the scheme. */
const IGNORED = /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
/** Characters that the parser of the URL standard removes. */
const CONTROL = /[\u0000-\u001f\u007f]/g;

/**
 * Returns the scheme of a URL in lower case as the most lenient browser would read it; undefined for a relative URL.
 */
export function schemeOf(url: string): string | undefined {
  const colon = url.indexOf(':');
  if (colon < 0) return undefined;
  const stop = url.search(/[/?#\\]/);
  if (stop >= 0 && stop < colon) return undefined;
  return url.slice(0, colon).replace(IGNORED, '').toLowerCase();
}

/** Returns a URL that is safe in an attribute; undefined if following or loading it could run code or leave the web. */
export function safeUrl(url: string, use: 'link' | 'image'): string | undefined {
  const clean = url.replace(CONTROL, '').trim();
  if (clean === '') return undefined;
  const scheme = schemeOf(clean);
  if (scheme === undefined) return clean.replaceAll(' ', '%20');
  if (use === 'image' && scheme === 'data') return DATA_IMAGE.test(clean) ? clean : undefined;
  if (!(use === 'image' ? IMAGE_SCHEMES : LINK_SCHEMES).has(scheme)) return undefined;
  return (scheme + clean.slice(clean.indexOf(':'))).replaceAll(' ', '%20');
}

/** Reports whether a URL leads to another host, as far as the text shows. */
export const isExternal = (url: string): boolean => /^(?:https?:|[/\\]{2})/i.test(url);
