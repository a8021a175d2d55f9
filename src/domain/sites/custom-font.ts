import type { Hash } from '../content/objects/content-object.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Invalid } from '../kernel/errors.ts';
import type { CustomFontId, OrganizationId } from '../kernel/id.ts';

/** Formats of font files, by their extension. */
export const FONT_FORMATS = ['woff2', 'woff', 'ttf', 'otf'] as const;
export type FontFormat = (typeof FONT_FORMATS)[number];
/** Maximum number of weights of a font. */
export const MAX_FONT_FACES = 20;
const REGULAR = 400;

/** Uploaded file of a font with its weight. */
export interface FontFace {
  readonly weight: number;
  readonly blob: Hash;
  readonly format: FontFormat;
}

export interface CustomFontState extends State {
  readonly id: CustomFontId;
  readonly organizationId: OrganizationId;
  /** Name of the font family in stylesheets. */
  readonly fontFamily: string;
  /** Sorted by weight; always includes 400. */
  readonly fontFaces: readonly FontFace[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Change of a weight; without a face, the weight is removed. */
export interface FontFaceChange {
  readonly weight: number;
  readonly face: Omit<FontFace, 'weight'> | null;
}

/** Applies changes to the weights of a font. @throws Invalid when 400 is missing, or for too many weights */
function changeFaces(before: readonly FontFace[], changes: readonly FontFaceChange[]): readonly FontFace[] {
  const faces = new Map(before.map((face) => [face.weight, face]));
  for (const { weight, face } of changes) {
    if (face === null) faces.delete(weight);
    else faces.set(weight, { weight, ...face });
  }
  if (!faces.has(REGULAR)) throw Invalid.field('fontFaces', `must include the weight ${REGULAR}`);
  if (faces.size > MAX_FONT_FACES) throw Invalid.field('fontFaces', `must have at most ${MAX_FONT_FACES} weights`);
  return [...faces.values()].sort((a, b) => a.weight - b.weight);
}

/** Font of an organization for the customization of its sites, from uploaded files. */
export class CustomFont extends Aggregate<CustomFontState> {
  static readonly kind = 'custom font';
  static restore = (state: CustomFontState) => new CustomFont(state);

  /** @throws Invalid unless the faces include the weight 400 */
  static create({
    faces,
    at,
    ...of
  }: Pick<CustomFontState, 'id' | 'organizationId' | 'fontFamily'> & {
    readonly faces: readonly FontFaceChange[];
    readonly at: string;
  }): CustomFont {
    const font = new CustomFont({ ...of, fontFaces: changeFaces([], faces), createdAt: at, updatedAt: at });
    font.record('custom-font.created', { fontFamily: of.fontFamily });
    return font;
  }

  /** @throws Invalid when the weight 400 would be missing, or there would be too many weights */
  change(
    {
      fontFamily,
      faces = [],
    }: { readonly fontFamily?: string | undefined; readonly faces?: readonly FontFaceChange[] },
    at: string,
  ): void {
    const fontFaces = changeFaces(this.state.fontFaces, faces);
    const to = { fontFamily: fontFamily ?? this.state.fontFamily, fontFaces, updatedAt: at };
    this.apply(to, 'custom-font.changed', { fontFamily: to.fontFamily });
  }

  delete(): void {
    this.record('custom-font.deleted', { fontFamily: this.state.fontFamily });
  }
}

/** Name of the file of a font face; it changes with the file. */
export const fontFileName = (id: CustomFontId, { weight, blob, format }: FontFace): string =>
  `${id}-${weight}-${blob.slice(0, 12)}.${format}`;

const FILE_NAME = /^([0-9A-Za-z]{20})-(\d{1,4})-([0-9a-f]{12})\.(?:woff2|woff|ttf|otf)$/;

/** Returns the id of the font that a file name belongs to; undefined for other names. */
export const fontIdOfFile = (name: string): CustomFontId | undefined => FILE_NAME.exec(name)?.[1];
