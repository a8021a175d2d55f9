/** Maximum length of an expression, in UTF-16 units. */
export const MAX_EXPRESSION_LENGTH = 4096;
/** Maximum nesting depth of an expression. */
export const MAX_EXPRESSION_DEPTH = 64;
/** Maximum work of one evaluation: a step for each part, and one for each item or character that a part processes. */
export const MAX_EXPRESSION_STEPS = 100_000;
/** Maximum length of a text that an expression produces, in UTF-16 units. */
export const MAX_EXPRESSION_RESULT_LENGTH = 20_000;

export type BinaryOperator = '==' | '!=' | '===' | '!==' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'in';
export type LogicalOperator = '&&' | '||' | '??';

/** Parsed expression: a subset of JavaScript without assignments, function definitions or side effects. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'call'; readonly of: Expression; readonly method: string; readonly args: readonly Expression[] }
  | { readonly kind: 'unary'; readonly operator: '!' | '-' | '+'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'logical';
      readonly operator: LogicalOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'choice'; readonly test: Expression; readonly then: Expression; readonly otherwise: Expression };

/** Syntax error with its offset in the text, in UTF-16 units. */
export interface ExpressionError {
  readonly message: string;
  readonly at: number;
}

export type ParseResult =
  { readonly ok: true; readonly expression: Expression } | { readonly ok: false; readonly error: ExpressionError };
export type EvaluationResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: Pick<ExpressionError, 'message'> };

/** Values of the names in an expression: plain JSON data. Only own members are read. */
export type ExpressionScope = Readonly<Record<string, unknown>>;
