/** Markup that is not escaped again. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | undefined | false | null | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

function textOf(part: Part): string {
  if (part === undefined || part === false || part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escaped(String(part));
}

/** Template tag for HTML. Escapes every value except `Html`. Attribute values must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((string, index) => string + textOf(parts[index])).join(''));
