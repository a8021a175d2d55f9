/** A formula in thousandths of the size of its text; `y` downwards from the base line. */
export interface Formula {
  readonly width: number;
  /** From the base line up, and down. */
  readonly above: number;
  readonly below: number;
  /** It takes the whole line: its number stands at the end of it. */
  readonly wide: boolean;
  readonly parts: readonly FormulaPart[];
}

export interface FormulaPart {
  /** Where on a line that is wider than the formula the part's own `x` of `at` stands. */
  readonly anchor: 'start' | 'middle' | 'end';
  readonly at: number;
  /** Of a content stream. */
  readonly operators: string;
  /** Characters that the fonts of formulas do not have. */
  readonly texts: readonly FormulaText[];
}

export interface FormulaText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}
