/** The longest expression that is read, in UTF-16 units. */
export const MAX_EXPRESSION_LENGTH = 4096;
/** How deep parts of an expression may be nested. */
export const MAX_EXPRESSION_DEPTH = 64;
/** How much work one evaluation may take: a step for each part, and one for each item or character that a part goes through. */
export const MAX_EXPRESSION_STEPS = 100_000;
/** The longest text that an expression may make, in UTF-16 units. */
export const MAX_EXPRESSION_RESULT_LENGTH = 20_000;

export type BinaryOperator = '==' | '!=' | '===' | '!==' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'in';
export type LogicalOperator = '&&' | '||' | '??';

/** A parsed expression: a small part of JavaScript, without assignment, functions of one's own, or anything that has effects. */
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

/** What is wrong with an expression, and where in its text: an offset in UTF-16 units. */
export interface ExpressionError {
  readonly message: string;
  readonly at: number;
}

export type ParseResult =
  { readonly ok: true; readonly expression: Expression } | { readonly ok: false; readonly error: ExpressionError };
export type EvaluationResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: Pick<ExpressionError, 'message'> };

/** What the names of an expression stand for: plain data as JSON has it. Only own members are ever looked at. */
export type ExpressionScope = Readonly<Record<string, unknown>>;
