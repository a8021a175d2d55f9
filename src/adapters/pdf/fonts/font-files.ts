import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { woffToSfnt } from './woff.ts';

const files = createRequire(import.meta.url);
const ttf = (name: string): string => files.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

/** Font files by name; what each covers is asked of the file itself. */
const FILES: Readonly<Record<string, () => string>> = {
  sans: () => ttf('DejaVuSansCondensed'),
  'sans-bold': () => ttf('DejaVuSansCondensed-Bold'),
  'sans-italic': () => ttf('DejaVuSansCondensed-Oblique'),
  'sans-bold-italic': () => ttf('DejaVuSansCondensed-BoldOblique'),
  mono: () => ttf('DejaVuSansMono'),
  'mono-bold': () => ttf('DejaVuSansMono-Bold'),
  'mono-italic': () => ttf('DejaVuSansMono-Oblique'),
  'mono-bold-italic': () => ttf('DejaVuSansMono-BoldOblique'),
  han: () => files.resolve('@librescore/fonts/SourceHanSansCN.min.woff2'),
  hangul: () => files.resolve('@librescore/fonts/SourceHanSansKR.min.woff2'),
  thai: () => files.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
  devanagari: () =>
    files.resolve('@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff'),
  emoji: () => files.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
};

/** Fonts of the text itself, in all its looks. */
export const BASE_FONTS: readonly string[] = Object.keys(FILES).filter((name) => /^(?:sans|mono)/.test(name));

/** Fonts that are only read for content that has such characters, and which these are. */
const RARE: readonly (readonly [name: string, characters: RegExp])[] = [
  ['han', /[\u2e80-\u2fdf\u3000-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/],
  ['hangul', /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/],
  ['thai', /[\u0e00-\u0e7f]/],
  ['devanagari', /[\u0900-\u097f\ua8e0-\ua8ff]/],
  ['emoji', /[\u203c-\u3299\ud83c-\ud83e]/],
];

/** Names of the fonts that these texts need besides the text's own. */
export const rareFonts = (texts: readonly string[]): readonly string[] =>
  RARE.filter(([, characters]) => texts.some((text) => characters.test(text))).map(([name]) => name);

/** A font of this project as TrueType or OpenType. */
export async function fontFile(name: string): Promise<Uint8Array> {
  const file = FILES[name]!();
  const bytes = await readFile(file);
  if (file.endsWith('.woff')) return woffToSfnt(bytes);
  return file.endsWith('.woff2')
    ? (unpacking = unpacking.then(
        () => unpacked(bytes),
        () => unpacked(bytes),
      ))
    : bytes;
}

/** One at a time: what comes out lies in memory that the next one may move. */
let unpacking: Promise<Uint8Array> = Promise.resolve(new Uint8Array());
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const { default: woff2 } = await import('wawoff2');
  return Uint8Array.from(await woff2.decompress(bytes));
}

const DRAWN = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSans-Oblique', 'DejaVuSansMono', 'DejaVuSansMono-Bold'];
const kept = new Map<string, Promise<Uint8Array>>();

/** The fonts that a drawing with these words is drawn with. */
export function fontFiles(words: string): Promise<readonly Uint8Array[]> {
  const font = (name: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    const found = kept.get(name) ?? read();
    kept.set(name, found);
    return found;
  };
  return Promise.all([
    ...DRAWN.map((name) => font(name, () => readFile(ttf(name)))),
    ...rareFonts([words]).map((name) => font(name, () => fontFile(name))),
  ]);
}
