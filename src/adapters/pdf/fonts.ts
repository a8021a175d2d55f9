import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
/** Folder of the font files of a package; its entry is in a folder beside them. */
const fontsOf = (name: string): string => join(dirname(resolve(`@embedpdf/fonts-${name}`)), '../fonts');
const inWeights = (of: (weight: string) => string): readonly string[] => ['Regular', 'Bold'].map(of);

/** Font files of all scripts; the compiler reads those that a book needs. The template names their families. */
export const FONT_FILES: readonly string[] = [
  ...['Regular', 'Bold', 'Italic', 'BoldItalic'].map((style) => join(fontsOf('latin'), `NotoSans-${style}.ttf`)),
  ...inWeights((weight) => join(fontsOf('arabic'), `NotoNaskhArabic-${weight}.ttf`)),
  ...inWeights((weight) => join(fontsOf('hebrew'), `NotoSansHebrew-${weight}.ttf`)),
  ...inWeights((weight) => join(fontsOf('sc'), `NotoSansHans-${weight}.otf`)),
  ...inWeights((weight) => join(fontsOf('kr'), `NotoSansKR-${weight}.otf`)),
  ...['400Regular', '700Bold'].map((style) =>
    resolve(`@expo-google-fonts/noto-sans-thai/${style}/NotoSansThai_${style}.ttf`),
  ),
  resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  ...['Sans', 'Sans-Bold', 'SansMono', 'SansMono-Bold', 'SansMono-Oblique', 'SansMono-BoldOblique'].map((style) =>
    resolve(`dejavu-fonts-ttf/ttf/DejaVu${style}.ttf`),
  ),
];
