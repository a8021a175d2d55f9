import { create, type Font, type Glyph } from 'fontkit';

/** A glyph where it stands; lengths in thousandths of the font's size. */
export interface PlacedGlyph {
  readonly id: number;
  /** How far it moves on. */
  readonly advance: number;
  /** How far the glyph's own record says that it moves on. */
  readonly width: number;
  readonly xOffset: number;
  readonly yOffset: number;
  /** What it stands for, so that the text can be found and copied. */
  readonly codePoints: readonly number[];
}

/** What a font file lacks of the look that is wanted, made up for when it is drawn. */
export interface Makeup {
  readonly slanted: boolean;
  readonly thickened: boolean;
}

/** One font file, ready to be measured and drawn. */
export class Face {
  readonly font: Font;
  /** Thousandths of the size, from the base line. */
  readonly ascent: number;
  readonly descent: number;
  readonly #scale: number;
  readonly #glyphs = new Map<number, PlacedGlyph | undefined>();

  constructor(
    readonly name: string,
    readonly bytes: Uint8Array,
    readonly makeup: Makeup = { slanted: false, thickened: false },
    font: Font = create(bytes),
  ) {
    this.font = font;
    this.#scale = 1000 / this.font.unitsPerEm;
    this.ascent = this.font.ascent * this.#scale;
    this.descent = this.font.descent * this.#scale;
  }

  /** The same file, drawn otherwise. */
  with(makeup: Makeup): Face {
    return new Face(this.name, this.bytes, makeup, this.font);
  }

  has(codePoint: number): boolean {
    return this.#glyph(codePoint) !== undefined;
  }

  /** Glyph after glyph, for scripts whose letters do not change with their neighbours. */
  plain(text: string): readonly PlacedGlyph[] {
    const glyphs: PlacedGlyph[] = [];
    for (const character of text) {
      const glyph = this.#glyph(character.codePointAt(0)!) ?? this.#glyph(0xfffd) ?? this.#glyph(0x3f);
      if (glyph !== undefined) glyphs.push(glyph);
    }
    return glyphs;
  }

  /** Shaped as the script asks for (joined, reordered, marks placed), from left to right as it is seen. */
  shaped(text: string, direction: 'ltr' | 'rtl'): readonly PlacedGlyph[] {
    try {
      const { glyphs, positions } = this.font.layout(text, undefined, undefined, undefined, direction);
      return glyphs.map((glyph, i) => {
        const { xAdvance, xOffset, yOffset } = positions[i]!;
        return this.#placed(glyph, xAdvance, xOffset, yOffset);
      });
    } catch {
      const glyphs = this.plain(text);
      return direction === 'rtl' ? [...glyphs].reverse() : glyphs;
    }
  }

  #glyph(codePoint: number): PlacedGlyph | undefined {
    const known = this.#glyphs.get(codePoint);
    if (known !== undefined || this.#glyphs.has(codePoint)) return known;
    const glyph = this.font.hasGlyphForCodePoint(codePoint) ? this.font.glyphForCodePoint(codePoint) : undefined;
    const placed = glyph && this.#placed(glyph, glyph.advanceWidth, 0, 0);
    this.#glyphs.set(codePoint, placed);
    return placed;
  }

  #placed({ id, advanceWidth, codePoints }: Glyph, xAdvance: number, xOffset: number, yOffset: number): PlacedGlyph {
    const scale = this.#scale;
    return {
      id,
      codePoints,
      advance: xAdvance * scale,
      width: advanceWidth * scale,
      xOffset: xOffset * scale,
      yOffset: yOffset * scale,
    };
  }
}

export const widthOf = (glyphs: readonly PlacedGlyph[], size: number): number => {
  let sum = 0;
  for (const { advance } of glyphs) sum += advance;
  return (sum * size) / 1000;
};
