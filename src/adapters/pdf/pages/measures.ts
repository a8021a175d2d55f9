/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, side: 60, top: 62, bottom: 66 } as const;
export const ROOM = { width: PAGE.width - 2 * PAGE.side, height: PAGE.height - PAGE.top - PAGE.bottom } as const;

/** Sizes of text in points. */
export const TEXT = { body: 9.6, code: 8, table: 8.8, small: 8, leading: 1.52 } as const;
export const HEADINGS: Readonly<
  Record<number, { readonly size: number; readonly above: number; readonly below: number }>
> = {
  1: { size: 21, above: 0, below: 10 },
  2: { size: 15.5, above: 18, below: 6 },
  3: { size: 12.5, above: 14, below: 5 },
  4: { size: 11, above: 11, below: 4 },
  5: { size: 10, above: 10, below: 3 },
  6: { size: 9.6, above: 9, below: 3 },
};
/** Between paragraphs. */
export const SPACE = 7;

/** Where blocks stand on the page, in points. */
export interface Frame {
  readonly x: number;
  readonly width: number;
  readonly size: number;
  readonly color?: string;
}
