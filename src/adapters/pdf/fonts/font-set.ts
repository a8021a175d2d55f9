import { BASE_FONTS, fontFile, rareFonts } from './font-files.ts';
import { Face, type Makeup } from './face.ts';

/** How a text is to look, as far as that chooses a font. */
export interface Look {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
}

/** Characters that are told from a picture of the same number by how they look in text. */
const TEXT_FIRST = (codePoint: number): boolean => codePoint < 0x2300;

/**
 * The fonts of this project, read from the disk when content first needs them and kept. For each character the first font
 * that has it is used: the text's own, then those of other scripts.
 */
export class FontSet {
  readonly #files = new Map<string, Face>();
  readonly #faces = new Map<string, Face>();
  readonly #chains = new Map<string, readonly Face[]>();

  /** Readies the fonts for these texts; called before they are measured. */
  async ready(...texts: readonly string[]): Promise<void> {
    const base = this.#files.has('sans') ? [] : BASE_FONTS;
    const rare = rareFonts(texts).filter((name) => !this.#files.has(name));
    const found = await Promise.all([...base, ...rare].map(async (name) => new Face(name, await fontFile(name))));
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
    const makeup: Makeup = {
      slanted: italic && !name.endsWith('italic') && name !== 'emoji',
      thickened: bold && !name.includes('bold') && name !== 'emoji',
    };
    if (!makeup.slanted && !makeup.thickened) return file;
    const key = `${name}/${makeup.slanted}/${makeup.thickened}`;
    const known = this.#faces.get(key) ?? file.with(makeup);
    this.#faces.set(key, known);
    return known;
  }
}

const nameOf = ({ bold, italic, mono }: Look): string =>
  `${mono ? 'mono' : 'sans'}${bold ? '-bold' : ''}${italic ? '-italic' : ''}`;
