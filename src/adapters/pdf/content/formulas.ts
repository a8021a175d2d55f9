import { loadOnce } from '../../../application/kernel/load-once.ts';
import type { Formula } from './nodes.ts';

/** Longer formulas are printed as their source. */
const MAX_LENGTH = 2_000;
/** Total cost of the formulas of one file: characters, and a constant for each. */
const MAX_COST = 1_500_000;
const OWN_COST = 100;
/** Limits of a drawing: its extent in em, and its length in characters. */
const MAX_EXTENT = 500;
const MAX_DRAWING = 3_000_000;
/** Width of a formula that takes the whole line, in em. */
const LINE_EM = 44;
const PIXELS_PER_EM = 16;
const PIXELS_PER_EX = 8;
/** The notation itself: no links, no styles, nothing that loads a file. */
const PACKAGES = [
  'base',
  'ams',
  'newcommand',
  'boldsymbol',
  'braket',
  'cancel',
  'cases',
  'centernot',
  'color',
  'enclose',
  'extpfeil',
  'gensymb',
  'mathtools',
  'mhchem',
  'textcomp',
  'unicode',
  'upgreek',
  'amscd',
];
/** Commands that affect later formulas. */
const LASTING = /\\(?:[gex]?def|let|new|renew|provide|Declare|define|label|tag|mathtoolsset|usetagform)/;

type Typesetter = (tex: string, display: boolean) => string;

/** Formulas in TeX's notation as SVG drawings. Definitions of one formula do not apply to others. */
export class Formulas {
  readonly #load = loadOnce(loadTypesetter);
  #shared: Typesetter | undefined;
  readonly #drawings = new Map<string, Formula['drawing']>();
  #left = MAX_COST;

  /** Prepares for another file. */
  reset(): void {
    this.#drawings.clear();
    this.#left = MAX_COST;
  }

  /** Undefined for text that is no formula, or takes too long. */
  async drawing(tex: string, display: boolean): Promise<Formula['drawing']> {
    const key = `${display ? 'd' : 'i'}${tex}`;
    const cost = tex.length + OWN_COST;
    if (!this.#drawings.has(key)) {
      if (tex.length > MAX_LENGTH || cost > this.#left) return undefined;
      this.#left -= cost;
      this.#drawings.set(key, this.#draw(tex, display, await this.#load()));
    }
    return this.#drawings.get(key);
  }

  #draw(tex: string, display: boolean, create: () => Typesetter): Formula['drawing'] {
    try {
      const typeset = LASTING.test(tex) ? create() : (this.#shared ??= create());
      return readDrawing(typeset(tex, display));
    } catch {
      return undefined;
    }
  }
}

/** Lengths of a drawing; a formula with numbered rows has no box of its own and takes the whole line. */
function readDrawing(drawn: string): Formula['drawing'] {
  const [, top, width, height] = (/^<svg [^>]* viewBox="0 (\S+) (\S+) (\S+)"/.exec(drawn) ?? []).map(
    (each) => Number(each) / 1000,
  );
  const styled = drawn.replace(/ style="[^"]*"/, ' color="#1c2430"');
  const drawing =
    top !== undefined && width !== undefined && height !== undefined
      ? { svg: styled, width, height, depth: height + top }
      : lineWide(styled);
  const extents = [drawing.width, drawing.height, drawing.depth];
  return drawing.svg.length <= MAX_DRAWING && extents.every((each) => Math.abs(each) <= MAX_EXTENT)
    ? drawing
    : undefined;
}

function lineWide(drawn: string): NonNullable<Formula['drawing']> {
  const pixels = Number(/ height="([\d.]+)ex"/.exec(drawn)?.[1]) * PIXELS_PER_EX;
  const size = ` width="${LINE_EM * PIXELS_PER_EM}" height="${pixels}"`;
  const svg = drawn.replace(/ width="100%" height="[^"]*"/, size);
  return { svg, width: LINE_EM, height: pixels / PIXELS_PER_EM, depth: 0 };
}

async function loadTypesetter(): Promise<() => Typesetter> {
  const { default: library } = await import('mathjax');
  const { _: parts } = await library.init({
    loader: {
      load: ['input/tex-full', 'output/svg', 'output/svg/fonts/tex', 'adaptors/liteDOM'],
      versionWarnings: false,
    },
    startup: { typeset: false },
  });
  const { TeX } = parts.input.tex_ts;
  const { SVG } = parts.output.svg_ts;
  const { TeXFont } = parts.output.svg.fonts.tex_ts;
  return () => {
    const formatError = (_: unknown, error: Error): never => {
      throw error;
    };
    const document = parts.mathjax.mathjax.document('', {
      InputJax: new TeX({ packages: PACKAGES, formatError }),
      OutputJax: new SVG({ fontCache: 'none', font: new TeXFont() }),
    });
    return (tex, display) => {
      const options = { display, em: PIXELS_PER_EM, ex: PIXELS_PER_EX, containerWidth: 1e6 };
      return document.adaptor.innerHTML(document.convert(tex, options));
    };
  };
}
