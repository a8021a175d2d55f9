import type { OpenedImage } from 'pdfkit';
import type { Target } from '../content/blocks.ts';
import type { Face, PlacedGlyph } from '../fonts/face.ts';

/** Something drawn; points, `x` from the page's left edge, `y` downwards from the top of its slab. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Of the base line. */ readonly y: number;
      readonly size: number;
      readonly color: string;
      readonly face: Face;
      readonly glyphs: readonly PlacedGlyph[];
      /** Found and copied, but not seen. */ readonly unseen?: boolean;
    }
  | {
      readonly kind: 'drawing';
      readonly x: number;
      /** Of the base line. */ readonly y: number;
      /** Points for each unit of the operators. */ readonly scale: number;
      readonly color: string;
      readonly operators: string;
    }
  | {
      readonly kind: 'area';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly color: string;
      readonly radius?: number;
    }
  | {
      readonly kind: 'image';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly image: OpenedImage;
      /** What is seen of it, as tall from the top of its strip on. */ readonly clip?: number;
    }
  | {
      readonly kind: 'link';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly target: Target;
    }
  | { readonly kind: 'name'; readonly y: number; readonly name: string };

/** A strip of the page that is not divided: a line, an image, a row of a table, a gap. */
export interface LayoutBox {
  readonly height: number;
  readonly marks: readonly Mark[];
  /** Stays on one page with the strip below it. */
  readonly joined?: boolean;
  /** Vanishes at the top of a page. */
  readonly gap?: boolean;
  /** What is shown again above it when it comes first on a page, such as the head of its table. */
  readonly head?: LayoutBox;
}

export const gap = (height: number, joined = false): LayoutBox => ({
  height,
  marks: [],
  gap: true,
  ...(joined && { joined }),
});

/** The strips with a gap below them that never stands on a page without the last of them. */
export const closed = (slabs: readonly LayoutBox[], height: number): readonly LayoutBox[] => [
  ...slabs.map((slab, i) => (i === slabs.length - 1 ? { ...slab, joined: true } : slab)),
  gap(height),
];

export const heightOf = (slabs: readonly LayoutBox[]): number => slabs.reduce((sum, { height }) => sum + height, 0);

/** A mark elsewhere. */
export const moved = (mark: Mark, dx: number, dy: number): Mark =>
  mark.kind === 'name' ? { ...mark, y: mark.y + dy } : { ...mark, x: mark.x + dx, y: mark.y + dy };

/** The same strips with marks behind each of them, as tall as it. */
export const before = (
  slabs: readonly LayoutBox[],
  behind: (height: number) => readonly Mark[],
): readonly LayoutBox[] =>
  slabs.map(({ gap: _gap, ...slab }) => ({ ...slab, marks: [...behind(slab.height), ...slab.marks] }));
