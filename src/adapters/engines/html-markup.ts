const TAG = /<(\/?)(g|x)(\d{1,6})(\/?)>/g;
const ELEMENT = /<(\/?)span\b([^<>]*)>/gi;
const ID = /\bid\s*=\s*["']?([gx]\d{1,6})["']?/i;

/** Converts placeholder tags into HTML elements, for engines that preserve HTML. */
export const markupToHtml = (markup: string): string =>
  markup.replace(TAG, (_, closing: string, kind: string, tag: string) =>
    kind === 'x' ? `<span id="x${tag}"></span>` : closing === '' ? `<span id="g${tag}">` : '</span>',
  );

/**
 * Converts HTML elements back into placeholder tags. Unknown elements stay, so that the check of the translation
 * detects them.
 */
export function htmlToMarkup(html: string): string {
  const open: (string | undefined)[] = [];
  const markup = html.replace(/<br\s*\/?>/gi, ' ').replace(ELEMENT, (whole, closing: string, attributes: string) => {
    if (closing === '') {
      const id = ID.exec(attributes)?.[1]?.toLowerCase();
      open.push(id);
      return id === undefined ? whole : `<${id}>`;
    }
    const id = open.pop();
    return id === undefined ? whole : `</${id}>`;
  });
  return markup.replace(/<(x\d+)>\s*<\/\1>/g, '<$1/>');
}
