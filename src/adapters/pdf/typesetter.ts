import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { PdfLimitExceeded } from '../../ports/pdf.ts';
import { PICTURE_TEMPLATE, TEMPLATE } from './assets.ts';
import { FONT_FILES } from './fonts.ts';

/** Pages of one file. */
const MAX_SHEETS = 20_000;
/** Folder of the virtual files; it does not exist, so that there are no others. */
const FOLDER = '/quire-printer-files';

/** Content that the compiler refuses. */
export class TypesettingFailed extends Error {}

/** Compiles the template with data and images, which are virtual files. It has no other files. */
export class Typesetter {
  readonly #compiler = NodeCompiler.create({ workspace: FOLDER, fontArgs: [{ fontPaths: [...FONT_FILES] }] });

  /** Adds a virtual file. */
  add(file: string, content: Uint8Array | string): void {
    this.#compiler.mapShadow(`${FOLDER}${file}`, Buffer.from(content as Uint8Array));
  }

  /** Removes a virtual file. */
  remove(file: string): void {
    this.#compiler.unmapShadow(`${FOLDER}${file}`);
  }

  /** Reports whether an image can be printed. */
  canPrint(file: string): boolean {
    const isDrawing = file.endsWith('.svg');
    try {
      const document = this.#compile(`#image(${JSON.stringify(file)})`);
      // Filters of a drawing are computed when it is written.
      if (isDrawing) this.#compiler.pdf(document);
      return true;
    } catch {
      return false;
    } finally {
      // The results hold the pixels of the image.
      this.#compiler.evictCache(0);
    }
  }

  /**
   * Typesets what `/book.json` describes.
   * @throws TypesettingFailed, PdfLimitExceeded
   */
  typeset(): Buffer {
    const document = this.#compile(TEMPLATE);
    if (document.numOfPages > MAX_SHEETS)
      throw new PdfLimitExceeded(
        `the content fills more than ${MAX_SHEETS} printed pages; select a part with \`page\``,
      );
    // Results of the layout are not needed any longer, and writing the file takes memory as well.
    this.#compiler.evictCache(0);
    try {
      return this.#compiler.pdf(document, { pdfStandard: 'ua-1' });
    } catch {
      // Tagged as well, without the claim to conform.
      return this.#write(document);
    }
  }

  /** Draws what `/picture.json` describes, as SVG. @throws TypesettingFailed */
  draw(): string {
    return this.#compiler.svg(this.#compile(PICTURE_TEMPLATE));
  }

  /** Forgets all files and results. */
  reset(): void {
    this.#compiler.resetShadow();
    this.#compiler.evictCache(0);
  }

  #write(document: NodeTypstDocument): Buffer {
    try {
      return this.#compiler.pdf(document);
    } catch (error) {
      throw new TypesettingFailed((error as Error).message);
    }
  }

  #compile(mainFileContent: string): NodeTypstDocument {
    const compiled = this.#compiler.compile({ mainFileContent });
    const { result } = compiled;
    if (result !== null) return result;
    const error = compiled.takeDiagnostics();
    throw new TypesettingFailed(JSON.stringify(error && this.#compiler.fetchDiagnostics(error)));
  }
}
