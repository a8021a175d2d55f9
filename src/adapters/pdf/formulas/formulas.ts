import type { Drawn } from './read-formula.ts';
import { readFormula } from './read-formula.ts';
import type { Formula } from './formula.ts';

/** A formula beyond this is printed as it is written. */
const MAX_LENGTH = 2_000;
/** What the formulas of one file may cost, each as many as it has characters and this many more. */
const MAX_COST = 1_500_000;
const OWN_COST = 100;
/** What is beyond the notation itself is not loaded: no links, no styles, nothing that fetches. */
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
/** What says something about formulas after it. */
const LASTING = /\\(?:[gex]?def|let|new|renew|provide|Declare|define|label|tag|mathtoolsset|usetagform)/;

type Typesetter = (tex: string, display: boolean) => Drawn;

/** Formulas in TeX's notation as lines and curves. Each stands for itself: what one defines, no other knows. */
export class Formulas {
  #fresh: (() => Typesetter) | undefined;
  #shared: Typesetter | undefined;
  readonly #known = new Map<string, Formula | undefined>();
  #left = MAX_COST;

  /** Another file begins. */
  begin(): void {
    this.#known.clear();
    this.#left = MAX_COST;
  }

  /** Readies what formulas are made with, called before the first of a chapter is asked for. */
  async ready(hasFormulas: boolean): Promise<void> {
    if (hasFormulas) this.#fresh ??= await loadTypesetter();
  }

  /** Undefined for what is no formula, or would take too long. */
  of(tex: string, display: boolean): Formula | undefined {
    const key = `${display ? 'd' : 'i'}${tex}`;
    const known = this.#known.get(key);
    if (known !== undefined || this.#known.has(key)) return known;
    const cost = tex.length + OWN_COST;
    if (this.#fresh === undefined || tex.length > MAX_LENGTH || cost > this.#left) return undefined;
    this.#left -= cost;
    const formula = this.#made(tex, display, this.#fresh);
    this.#known.set(key, formula);
    return formula;
  }

  #made(tex: string, display: boolean, fresh: () => Typesetter): Formula | undefined {
    try {
      const typeset = LASTING.test(tex) ? fresh() : (this.#shared ??= fresh());
      return readFormula(typeset(tex, display));
    } catch {
      return undefined;
    }
  }
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
    return (tex, display) =>
      document
        .convert(tex, { display, em: 16, ex: 8, containerWidth: 1e6 })
        .children.find(({ kind }) => kind === 'svg')!;
  };
}
