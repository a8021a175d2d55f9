import type { Look } from '../fonts/font-set.ts';

/** Where a link leads: a name within the file, or an address. */
export type Target = { readonly name: string } | { readonly url: string };

export type Tone = 'info' | 'success' | 'warning' | 'danger' | 'plain';

/** How a piece of text looks. */
export interface Style extends Look {
  /** Times the size of the text around the paragraph. */
  readonly scale: number;
  /** Above the base line, in parts of the size; negative below it. */
  readonly rise: number;
  readonly color?: string;
  readonly ground?: string;
  readonly underlined: boolean;
  readonly struck: boolean;
  readonly target?: Target;
}

/** An image of the content: the file's hash where it is one that can be printed, else only its words. */
export interface ImageRef {
  readonly source: { readonly blob: string } | { readonly data: string } | undefined;
  readonly alt: string;
  /** Where an image that is not printed can be seen. */
  readonly url?: string;
  /** Points, or a part of the line. */
  readonly width?: { readonly points: number } | { readonly part: number };
}

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly style: Style }
  | { readonly kind: 'break' }
  | { readonly kind: 'image'; readonly image: ImageRef; readonly style: Style }
  /** In TeX's notation. */
  | { readonly kind: 'formula'; readonly tex: string; readonly style: Style }
  | { readonly kind: 'name'; readonly name: string };

export type Direction = 'ltr' | 'rtl' | 'auto';
export type Align = 'start' | 'center' | 'end';

export interface Cell {
  readonly blocks: readonly Block[];
  readonly head: boolean;
  readonly columns: number;
  readonly rows: number;
}

export interface ListItem {
  readonly blocks: readonly Block[];
  /** Undefined where the list's own mark is used. */
  readonly checked?: boolean;
}

/** What a page says, as it is laid out from top to bottom. */
export type Block =
  | {
      readonly kind: 'paragraph';
      readonly inlines: readonly Inline[];
      readonly align: Align;
      readonly direction: Direction;
    }
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly inlines: readonly Inline[];
      readonly direction: Direction;
    }
  | {
      readonly kind: 'list';
      readonly first: number | undefined;
      readonly steps: boolean;
      readonly items: readonly ListItem[];
    }
  | {
      readonly kind: 'code';
      readonly text: string;
      readonly language?: string;
      readonly numbered: boolean;
      readonly title?: string;
    }
  | { readonly kind: 'formula'; readonly tex: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'box'; readonly tone: Tone; readonly title: readonly Inline[]; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Cell[])[] }
  | {
      readonly kind: 'columns';
      readonly columns: readonly { readonly blocks: readonly Block[]; readonly weight: number | undefined }[];
    }
  | { readonly kind: 'image'; readonly image: ImageRef; readonly align: Align; readonly target?: Target }
  /** Above the title: as wide as the text, and cut to a strip. */
  | { readonly kind: 'cover'; readonly image: ImageRef }
  | { readonly kind: 'rule' }
  | { readonly kind: 'name'; readonly name: string };

export const PLAIN: Style = {
  bold: false,
  italic: false,
  mono: false,
  scale: 1,
  rise: 0,
  underlined: false,
  struck: false,
};
export const textOf = (text: string, style: Partial<Style> = {}): Inline => ({
  kind: 'text',
  text,
  style: { ...PLAIN, ...style },
});

/** All blocks, those within others behind them. */
export function* eachBlock(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block;
    if (block.kind === 'list') for (const item of block.items) yield* eachBlock(item.blocks);
    else if (block.kind === 'table') for (const cell of block.rows.flat()) yield* eachBlock(cell.blocks);
    else if (block.kind === 'columns') for (const column of block.columns) yield* eachBlock(column.blocks);
    else if (block.kind === 'quote' || block.kind === 'box') yield* eachBlock(block.blocks);
  }
}

/** The text of a block itself. */
export const inlinesOf = (block: Block): readonly Inline[] =>
  block.kind === 'paragraph' || block.kind === 'heading' ? block.inlines : block.kind === 'box' ? block.title : [];
