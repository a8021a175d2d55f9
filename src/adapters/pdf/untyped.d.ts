/** The parts that are used of libraries that do not say their types. */
declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    readonly codePoints: readonly number[];
  }
  export interface GlyphPosition {
    readonly xAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
  }
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    layout(
      text: string,
      features?: unknown,
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): { readonly glyphs: readonly Glyph[]; readonly positions: readonly GlyphPosition[] };
  }
  export function create(bytes: Uint8Array): Font;
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}

declare module 'bidi-js' {
  export interface Levels {
    readonly levels: Uint8Array;
    readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[];
  }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): Levels;
    getMirroredCharacter(character: string): string | null;
  };
}

declare module 'wawoff2' {
  const woff2: { decompress(bytes: Uint8Array): Promise<Uint8Array> };
  export default woff2;
}

declare module 'pdfkit' {
  import type { Font } from 'fontkit';
  export interface Reference {
    readonly data: Record<string, any>;
  }
  export interface EmbeddedFont {
    readonly id: string;
    readonly subset: { includeGlyph(id: number): number };
    readonly widths: (number | undefined)[];
    readonly unicode: (readonly number[] | undefined)[];
    ref(): Reference;
  }
  export interface OpenedImage {
    readonly width: number;
    readonly height: number;
  }
  export interface OutlineItem {
    readonly outlineData: Record<string, unknown>;
    addItem(title: string, options?: { readonly expanded?: boolean }): OutlineItem;
  }
  export default class PDFDocument implements AsyncIterable<Uint8Array> {
    constructor(options: object);
    readonly page: {
      readonly dictionary: Reference;
      readonly fonts: Record<string, Reference>;
      readonly width: number;
      readonly height: number;
    };
    readonly outline: OutlineItem;
    readonly _root: Reference;
    readonly _font: EmbeddedFont;
    font(source: Uint8Array | string, family?: string): this;
    registerFont(name: string, source: Font | Uint8Array): this;
    addPage(): this;
    addContent(operators: string): this;
    addNamedDestination(name: string, kind: 'XYZ', left: number, top: number, zoom: null): void;
    openImage(bytes: Uint8Array): OpenedImage;
    image(image: OpenedImage, x: number, y: number, options: { readonly width: number; readonly height: number }): this;
    link(x: number, y: number, width: number, height: number, url: string): this;
    goTo(x: number, y: number, width: number, height: number, name: string): this;
    save(): this;
    restore(): this;
    rect(x: number, y: number, width: number, height: number): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    fill(color?: string): this;
    stroke(color?: string): this;
    end(): void;
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
  }
}

declare module 'mathjax' {
  interface Element {
    readonly kind: string;
    readonly attributes?: Readonly<Record<string, string | undefined>>;
    readonly children: readonly Element[];
    readonly value?: string;
  }
  interface Document {
    convert(
      tex: string,
      options: { readonly display: boolean; readonly em: number; readonly ex: number; readonly containerWidth: number },
    ): Element;
  }
  interface Parts {
    readonly input: { readonly tex_ts: { readonly TeX: new (options: object) => object } };
    readonly output: {
      readonly svg_ts: { readonly SVG: new (options: object) => object };
      readonly svg: { readonly fonts: { readonly tex_ts: { readonly TeXFont: new () => object } } };
    };
    readonly mathjax: {
      readonly mathjax: {
        document(content: string, options: { readonly InputJax: object; readonly OutputJax: object }): Document;
      };
    };
  }
  const library: { init(options: object): Promise<{ readonly _: Parts }> };
  export default library;
}
