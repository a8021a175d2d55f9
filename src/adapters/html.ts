/** HTML text, as opposed to a string, which is escaped when inserted. */
export class Html {
  constructor(readonly value: string) {}
  toString(): string {
    return this.value;
  }
}

export type HtmlFragment = string | number | Html | readonly HtmlFragment[] | undefined | null | false;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for use between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

/** Escapes a text for use between tags. */
export const escapeText = (text: string): string => text.replace(/[&<]/g, (character) => ENTITIES[character] as string);

const renderFragment = (part: HtmlFragment): string => {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.value;
  if (typeof part === 'object') return part.map(renderFragment).join('');
  return escapeHtml(String(part));
};

/** Template tag that escapes its values unless they are `Html`; `undefined`, `null` and `false` are omitted. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlFragment[]): Html {
  let out = strings[0] as string;
  parts.forEach((part, index) => {
    out += renderFragment(part) + strings[index + 1];
  });
  return new Html(out);
}
