import type { StaticAsset } from '../../../ports/sites/site-renderer.ts';
import { MATH_FONT } from '../fonts/math-font.ts';
import { findFontFile } from '../fonts/packaged-fonts.ts';
import { EXTRA_STYLESHEETS, SITE_STYLESHEET } from '../stylesheet.ts';
import { diagramFrame } from './diagram-frame.ts';
import { FAVICON } from './favicon.ts';
import { browserScripts } from './browser-scripts.ts';

let assets: ReadonlyMap<string, StaticAsset> | undefined;

/** Finds an asset that all sites share, by its path below the base path of a site. */
export function findAsset(path: string): StaticAsset | undefined {
  assets ??= new Map(
    [
      SITE_STYLESHEET,
      FAVICON,
      MATH_FONT,
      ...Object.values(EXTRA_STYLESHEETS),
      ...browserScripts().assets,
      diagramFrame(),
    ].map((one) => [one.path, one]),
  );
  return assets.get(path) ?? findFontFile(path);
}
