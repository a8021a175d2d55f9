import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { decompress } from 'wawoff2';
import { Face, type Makeup } from './face.ts';
import { woffToSfnt } from './woff.ts';

/** How a text is to look, as far as that chooses a font. */
export interface Look {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
}

const files = createRequire(import.meta.url);
const ttf = (name: string): string => files.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

/** Font files by name; what each covers is asked of the file itself. */
const FILES: Readonly<Record<string, () => string>> = {
  'sans': () => ttf('DejaVuSansCondensed'),
  'sans-bold': () => ttf('DejaVuSansCondensed-Bold'),
  'sans-italic': () => ttf('DejaVuSansCondensed-Oblique'),
  'sans-bold-italic': () => ttf('DejaVuSansCondensed-BoldOblique'),
  'mono': () => ttf('DejaVuSansMono'),
  'mono-bold': () => ttf('DejaVuSansMono-Bold'),
  'mono-italic': () => ttf('DejaVuSansMono-Oblique'),
  'mono-bold-italic': () => ttf('DejaVuSansMono-BoldOblique'),
  'han': () => files.resolve('@librescore/fonts/SourceHanSansCN.min.woff2'),
  'hangul': () => files.resolve('@librescore/fonts/SourceHanSansKR.min.woff2'),
  'thai': () => files.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
  'devanagari': () => files.resolve('@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff'),
  'emoji': () => files.resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
};

/** Fonts that are only read for content that has such characters, and which these are. */
const RARE: readonly (readonly [name: string, characters: RegExp])[] = [
  ['han', /[\u2e80-\u2fdf\u3000-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/],
  ['hangul', /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/],
  ['thai', /[\u0e00-\u0e7f]/],
  ['devanagari', /[\u0900-\u097f\ua8e0-\ua8ff]/],
  ['emoji', /[\u203c-\u3299\ud83c-\ud83e]/],
];

/** Characters that are told from a picture of the same number by how they look in text. */
const TEXT_FIRST = (codePoint: number): boolean => codePoint < 0x2300;

/**
 * The fonts of this project, read from the disk when content first needs them and kept. For each character the first font
 * that has it is used: the text's own, then those of other scripts.
 */
export class FontShelf {
  readonly #files = new Map<string, Face>();
  readonly #faces = new Map<string, Face>();
  readonly #chains = new Map<string, readonly Face[]>();

  /** Readies the fonts for these texts; called before they are measured. */
  async ready(...texts: readonly string[]): Promise<void> {
    const rare = RARE.filter(([name, characters]) => !this.#files.has(name) && texts.some((text) => characters.test(text))).map(([name]) => name);
    const base = this.#files.has('sans') ? [] : Object.keys(FILES).filter((name) => /^(?:sans|mono)/.test(name));
    const found = await Promise.all([...base, ...rare].map(async (name) => new Face(name, await sfnt(FILES[name]!()))));
    for (const face of found) this.#files.set(face.name, face);
    if (found.length > 0) this.#chains.clear();
  }

  /** The face of text that looks so: what its lines are measured by. */
  main(look: Look): Face {
    return this.#chain(look)[0]!;
  }

  /** The face to draw a character with; the text's own where none has it. */
  for(codePoint: number, look: Look): Face {
    const chain = this.#chain(look);
    const [first] = chain;
    if (codePoint < 0x250) return first!;
    if (!TEXT_FIRST(codePoint) && codePoint > 0xffff) {
      const emoji = chain.find(({ name }) => name === 'emoji');
      if (emoji?.has(codePoint)) return emoji;
    }
    return chain.find((face) => face.has(codePoint)) ?? first!;
  }

  #chain(look: Look): readonly Face[] {
    const key = nameOf(look);
    const known = this.#chains.get(key);
    if (known !== undefined) return known;
    const sans = { ...look, mono: false };
    const upright = { ...sans, italic: false };
    const names = [key, nameOf(sans), nameOf(upright), 'sans', 'han', 'hangul', 'emoji', 'thai', 'devanagari', 'mono'];
    const chain = [...new Set(names)].flatMap((name) => this.#face(name, look) ?? []);
    this.#chains.set(key, chain);
    return chain;
  }

  #face(name: string, { bold, italic }: Look): Face | undefined {
    const file = this.#files.get(name);
    if (file === undefined) return undefined;
    const makeup: Makeup = { slanted: italic && !name.endsWith('italic') && name !== 'emoji', thickened: bold && !name.includes('bold') && name !== 'emoji' };
    if (!makeup.slanted && !makeup.thickened) return file;
    const key = `${name}/${makeup.slanted}/${makeup.thickened}`;
    const known = this.#faces.get(key) ?? file.with(makeup);
    this.#faces.set(key, known);
    return known;
  }
}

const nameOf = ({ bold, italic, mono }: Look): string => `${mono ? 'mono' : 'sans'}${bold ? '-bold' : ''}${italic ? '-italic' : ''}`;

async function sfnt(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  if (file.endsWith('.woff')) return woffToSfnt(bytes);
  return file.endsWith('.woff2') ? Uint8Array.from(await decompress(bytes)) : bytes;
}
