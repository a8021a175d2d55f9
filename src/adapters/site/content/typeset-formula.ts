/** Limits of a formula: expansions of macros, and the extent of rules and spaces in em. */
const MAX_EXPANSIONS = 1_000;
const MAX_EXTENT = 50;
/** Maximum length of the MathML of a formula in UTF-16 units. */
const MAX_LENGTH = 200_000;

/** Refuses commands that link, load or style; the formula is then shown as written. */
const refuse = (): never => {
  throw new Error('this command is not trusted');
};

/** Typesets a formula in TeX's notation as MathML; undefined for text that is no formula. */
export async function typesetFormula(tex: string, isBlock: boolean): Promise<string | undefined> {
  const { default: katex } = await import('katex');
  try {
    const html = katex.renderToString(tex, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      strict: 'ignore',
      trust: refuse,
      maxExpand: MAX_EXPANSIONS,
      maxSize: MAX_EXTENT,
    });
    const math = /<math[^]*<\/math>/.exec(html)?.[0];
    // The content security policy forbids styles in attributes.
    return math === undefined || math.length > MAX_LENGTH ? undefined : math.replace(/(<[^<>]*?) style="[^"]*"/g, '$1');
  } catch {
    return undefined;
  }
}
