import { randomBytes } from 'node:crypto';
import { escapeText } from '../../html.ts';

/** Look of one line of code. */
export type LineMark = 'mark' | 'add' | 'del';

export interface CodePart {
  readonly kind: 'code';
  readonly language: string;
  readonly code: string;
  /** Each line is an element, which the stylesheet counts. */
  readonly isNumbered: boolean;
  /** Marked lines by number, from 1. */
  readonly marks: Readonly<Record<number, LineMark>>;
}

export interface FormulaPart {
  readonly kind: 'formula';
  readonly tex: string;
  readonly isBlock: boolean;
}

/** Part of a page that is rendered apart from it on a thread, because foreign text decides how long that takes. */
export type PagePart = CodePart | FormulaPart;

/** Rendered part: the HTML of each line of code, or of a formula; undefined for one that is shown as written. */
export type RenderedPart = readonly string[] | undefined;

/** Limits of the parts of one page in UTF-16 units; parts beyond them are shown as written. */
const MAX_CODE = 50_000;
const MAX_FORMULA = 4_000;
const MAX_TOTAL = 400_000;

/** Text that decides how long a part takes. */
export const sourceOfPart = (part: PagePart): string => (part.kind === 'code' ? part.code : part.tex);

/** Lists the parts that are short enough to be rendered, with their numbers. */
export function renderableParts(parts: readonly PagePart[]): readonly (readonly [number: number, part: PagePart])[] {
  let left = MAX_TOTAL;
  return [...parts.entries()].filter(([, part]) => {
    const { length } = sourceOfPart(part);
    if (length > (part.kind === 'code' ? MAX_CODE : MAX_FORMULA) || length > left) return false;
    left -= length;
    return part.kind === 'formula' || part.language !== '';
  });
}

/** Creates a text that no content can contain, behind which the number of a part stands in the HTML of a page. */
export const createPartMark = (): string => `q${randomBytes(12).toString('hex')}n`;
/** Returns the text that stands for a part. */
export const placeOfPart = (mark: string, number: number): string => `${mark}${number};`;

/** Puts parts into the HTML of a page. */
export const insertParts = (
  html: string,
  mark: string,
  parts: readonly PagePart[],
  rendered: ReadonlyMap<number, RenderedPart>,
): string =>
  parts.length === 0
    ? html
    : html.replace(new RegExp(`${mark}(\\d+);`, 'g'), (_, number: string) =>
        htmlOfPart(parts[Number(number)]!, rendered.get(Number(number))),
      );

function htmlOfPart(part: PagePart, rendered: RenderedPart): string {
  if (part.kind === 'formula') return rendered?.[0] ?? `<code class="q-tex" dir="ltr">${escapeText(part.tex)}</code>`;
  const lines = rendered ?? part.code.split(/\r?\n/).map(escapeText);
  if (!part.isNumbered && Object.keys(part.marks).length === 0) return lines.join('\n');
  return lines
    .map((line, index) => {
      const mark = part.marks[index + 1];
      return `<span class="q-code-line${mark === undefined ? '' : ` q-${mark}`}">${line}\n</span>`;
    })
    .join('');
}
