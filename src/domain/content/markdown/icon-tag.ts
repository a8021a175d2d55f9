const ICON = /^<i\b[^]*?\sclass\s*=\s*["'](?:[^"']*\s)?fa(?:-|[srlbd]?["'\s])/i;

/** Tells whether the start tag of an element is that of an icon of an icon font; the name within its tags is no text. */
export const isIconTag = (tag: string): boolean => ICON.test(tag);
