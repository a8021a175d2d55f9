/** Text that is already HTML, as opposed to a string, which is escaped wherever it is put. */
export class Html {
  constructor(readonly value: string) {}
  toString(): string {
    return this.value;
  }
}

export type HtmlFragment = string | number | Html | readonly HtmlFragment[] | undefined | false;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags and in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

const renderFragment = (part: HtmlFragment): string => {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.value;
  if (typeof part === 'object') return part.map(renderFragment).join('');
  return escapeHtml(String(part));
};

/** A template whose holes are escaped unless they are `Html` themselves; undefined and false leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlFragment[]): Html {
  let out = strings[0] as string;
  parts.forEach((part, index) => {
    out += renderFragment(part) + strings[index + 1];
  });
  return new Html(out);
}
