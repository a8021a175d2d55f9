import { mixColors, readableShade } from '../../domain/sites/contrast.ts';
import type { PreviewPicture } from '../../ports/sites/preview-pictures.ts';

/** Colors of a preview picture as `#rrggbb`. */
export interface PreviewColors {
  readonly ground: string;
  readonly ink: string;
  readonly soft: string;
  /** Color of the title of the site: the accent, or the shade nearest to it that is readable. */
  readonly site: string;
}

/** Colors of each scheme. */
const SCHEMES = {
  light: { base: '#ffffff', ink: '#1d2129', soft: '#5b6370' },
  dark: { base: '#14161a', ink: '#e6e8ec', soft: '#a2a9b5' },
} as const;
/** Part of the tint in the ground. */
const TINT = 0.06;

/** Chooses the colors of a picture, in which all texts are readable. */
export function previewColors({
  scheme,
  accent,
  tint = accent,
}: Pick<PreviewPicture, 'scheme' | 'accent' | 'tint'>): PreviewColors {
  const { base, ink, soft } = SCHEMES[scheme];
  const ground = mixColors(tint, base, TINT);
  return { ground, ink, soft: readableShade(soft, ink, ground), site: readableShade(accent, ink, ground) };
}
