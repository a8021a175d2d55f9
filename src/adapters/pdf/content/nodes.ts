import type { Direction } from '../../../domain/content/text/text-direction.ts';

/**
 * Content as the template reads it: plain data, never source code. A string is text; `k` names the rule of the template
 * that sets a node.
 */
export type Inline =
  | string
  | { readonly k: 'break' }
  | { readonly k: 'label'; readonly name: string }
  | { readonly k: InlineStyle; readonly of: readonly Inline[] }
  | { readonly k: 'mark'; readonly color?: string; readonly ground?: string; readonly of: readonly Inline[] }
  | { readonly k: 'link'; readonly url: string; readonly of: readonly Inline[] }
  /** A link within the file. */
  | { readonly k: 'goto'; readonly name: string; readonly of: readonly Inline[] }
  | Image
  | Formula;

export type InlineStyle =
  'strong' | 'emph' | 'code' | 'strike' | 'underline' | 'small' | 'sub' | 'super' | 'tag' | 'method';

/** Alignment of lines, relative to the direction of their paragraph or not. */
export type Align = 'start' | 'center' | 'end' | 'left' | 'right';
export type Tone = 'info' | 'success' | 'warning' | 'danger' | 'plain';

export interface Image {
  readonly k: 'image';
  readonly alt: string;
  /** Address of an image that is not printed. */
  readonly url?: string;
  /** Width in points, or a share of the line. */
  readonly width?: number | { readonly share: number };
  /** Image of a line of text, as tall as the line. */
  readonly line?: true;
  /** Virtual file and natural width and height in points; absent unless the image can be printed. */
  picture?: { readonly file: string; readonly width: number; readonly height: number };
}

export interface Formula {
  readonly k: 'math';
  readonly tex: string;
  readonly display: boolean;
  /** Lengths in em; absent unless the formula can be typeset. */
  drawing?: { readonly svg: string; readonly width: number; readonly height: number; readonly depth: number };
}

export interface Code {
  readonly k: 'code';
  readonly text: string;
  readonly numbered: boolean;
  readonly title?: string;
  /** Short code stays on one page. */
  readonly whole: boolean;
  /** Lines of text, or of colored parts. */
  lines: readonly (readonly CodePart[])[];
}

export type CodePart = string | readonly [text: string, color: string];

export interface TableCell {
  readonly x: number;
  readonly y: number;
  readonly colspan: number;
  readonly rowspan: number;
  readonly head: boolean;
  readonly of: readonly Block[];
}

export type Block =
  | {
      readonly k: 'par';
      readonly align: Align;
      readonly dir: Direction;
      readonly of: readonly Inline[];
    }
  | {
      readonly k: 'heading';
      /** Size, 1 to 6. */
      readonly level: number;
      /** Level in the structure of the file, which skips none. */
      readonly rank: number;
      readonly name?: string;
      readonly dir: Direction;
      readonly of: readonly Inline[];
    }
  | { readonly k: 'list'; readonly dir: Direction; readonly items: readonly ListItem[] }
  | {
      readonly k: 'enum';
      readonly dir: Direction;
      readonly start: number;
      readonly steps: boolean;
      readonly items: readonly ListItem[];
    }
  | { readonly k: 'quote'; readonly dir: Direction; readonly of: readonly Block[] }
  | {
      readonly k: 'box';
      readonly tone: Tone;
      readonly dir: Direction;
      readonly title: readonly Inline[];
      readonly whole: boolean;
      readonly of: readonly Block[];
    }
  | {
      readonly k: 'table';
      /** Order of the columns. */
      readonly dir: Direction;
      /** Size of the text, and padding at both sides of a cell, in points. */
      readonly size: number;
      readonly inset: number;
      /** Relative widths of the columns. */
      readonly widths: readonly number[];
      /** Rows of the header, which is repeated on each page. */
      readonly head: number;
      readonly cells: readonly TableCell[];
    }
  | { readonly k: 'columns'; readonly widths: readonly number[]; readonly of: readonly (readonly Block[])[] }
  | { readonly k: 'figure'; readonly align: Align; readonly link?: Inline; readonly image: Image }
  | { readonly k: 'rule' }
  | { readonly k: 'label'; readonly name: string }
  | Formula
  | Code;

export interface ListItem {
  readonly checked?: boolean;
  readonly of: readonly Block[];
}

const UNBROKEN = /[!-~\u00a0-\u024f\u0370-\u052f]+/g;
/** Number of letters up to which a word fits into a line of ordinary text. */
const LONGEST_WORD = 20;

/** Text in which a zero-width space marks where a long word may be broken; the template prints none. */
export const breakable = (text: string, longestWord = LONGEST_WORD): string =>
  text
    .replaceAll('\u200b', '')
    .replace(UNBROKEN, (word) =>
      word.length <= Math.min(longestWord, LONGEST_WORD)
        ? word
        : word.replace(longestWord < 4 ? /.(?!$)/g : /.{4}(?!$)/g, '$&\u200b'),
    );
