const TAG = /<(\/?)(g|x)(\d{1,6})(\/?)>/g;
const ELEMENT = /<(\/?)span\b([^<>]*)>/gi;
const ID = /\bid\s*=\s*["']?([gx]\d{1,6})["']?/i;

/** Our tags as elements, for engines that know HTML. */
export const markupToHtml = (markup: string): string =>
  markup.replace(TAG, (_, closing: string, kind: string, tag: string) =>
    kind === 'x' ? `<span id="x${tag}"></span>` : closing === '' ? `<span id="g${tag}">` : '</span>',
  );

/** The way back. What is no element of ours stays, so that it is seen to be wrong. */
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
