import {
  MAX_EXPRESSION_DEPTH,
  MAX_EXPRESSION_LENGTH,
  type BinaryOperator,
  type Expression,
  type LogicalOperator,
  type ParseResult,
} from './expression.ts';
import { METHODS } from './methods.ts';
import { ExpressionSyntaxError, tokenize, type Token } from './tokens.ts';

/** Parses an expression. Errors are returned as values; the work is linear in the length. */
export function parseExpression(text: string): ParseResult {
  try {
    if (text.length > MAX_EXPRESSION_LENGTH)
      throw new ExpressionSyntaxError(
        `the expression is longer than ${MAX_EXPRESSION_LENGTH} characters`,
        MAX_EXPRESSION_LENGTH,
      );
    return { ok: true, expression: new Parser(tokenize(text)).parse() };
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    return { ok: false, error: { message: error.message, at: error.at } };
  }
}

const CONSTANTS: ReadonlyMap<string, Extract<Expression, { kind: 'literal' }>['value']> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

/** Operators by precedence, lowest first; those on one line have equal precedence and associate to the left. */
const PRECEDENCE: readonly (readonly string[])[] = [
  ['??'],
  ['||'],
  ['&&'],
  ['==', '!=', '===', '!=='],
  ['<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
const LOGICAL = new Set(['??', '||', '&&']);

class Parser {
  #next = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): Expression {
    const expression = this.#choice();
    if (this.#token.kind !== 'end') this.#fail();
    return expression;
  }

  get #token(): Token {
    return this.tokens[this.#next]!;
  }
  #fail(): never {
    const { kind, value, at } = this.#token;
    throw new ExpressionSyntaxError(
      kind === 'end'
        ? 'the expression ends unexpectedly'
        : `the expression contains an unexpected ${JSON.stringify(value)}`,
      at,
    );
  }

  /** Consumes the next token if it is this sign or operator name. */
  #take(word: string): boolean {
    const { kind, value } = this.#token;
    if ((kind !== 'sign' && !(kind === 'name' && value === 'in')) || value !== word) return false;
    this.#next += 1;
    return true;
  }
  #expect(sign: string): void {
    if (!this.#take(sign)) this.#fail();
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > MAX_EXPRESSION_DEPTH)
      throw new ExpressionSyntaxError(
        `the expression is nested deeper than ${MAX_EXPRESSION_DEPTH} levels`,
        this.#token.at,
      );
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #choice(): Expression {
    return this.#nested(() => {
      const test = this.#binary(0);
      if (!this.#take('?')) return test;
      const then = this.#choice();
      this.#expect(':');
      return { kind: 'choice', test, then, otherwise: this.#choice() };
    });
  }

  /** Parses a chain of operators; its tree is as deep as the chain is long, so it counts as nesting. */
  #binary(level: number): Expression {
    const operators = PRECEDENCE[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    const depth = this.#depth;
    for (
      let operator = operators.find((one) => this.#take(one));
      operator !== undefined;
      operator = operators.find((one) => this.#take(one))
    ) {
      if (++this.#depth > MAX_EXPRESSION_DEPTH * 4)
        throw new ExpressionSyntaxError('the expression has too many operators in a row', this.#token.at);
      const right = this.#binary(level + 1);
      left = LOGICAL.has(operator)
        ? { kind: 'logical', operator: operator as LogicalOperator, left, right }
        : { kind: 'binary', operator: operator as BinaryOperator, left, right };
    }
    this.#depth = depth;
    return left;
  }

  #unary(): Expression {
    for (const operator of ['!', '-', '+'] as const) {
      if (this.#take(operator)) return { kind: 'unary', operator, of: this.#nested(() => this.#unary()) };
    }
    return this.#chain();
  }

  /** Parses a value with member accesses and calls: `a.b`, `a?.b`, `a["b"]`, `a.includes("b")`. */
  #chain(): Expression {
    let of = this.#primary();
    const depth = this.#depth;
    for (;;) {
      const optional = this.#take('?.');
      if (this.#take('[')) {
        of = { kind: 'member', of, key: this.#choice() };
        this.#expect(']');
      } else if (optional || this.#take('.')) of = this.#memberName(of);
      else break;
      if (++this.#depth > MAX_EXPRESSION_DEPTH * 4)
        throw new ExpressionSyntaxError('the expression has too many members in a row', this.#token.at);
    }
    this.#depth = depth;
    return of;
  }

  #memberName(of: Expression): Expression {
    const { kind, value, at } = this.#token;
    if (kind !== 'name') return this.#fail();
    this.#next += 1;
    if (!this.#take('(')) return { kind: 'member', of, key: { kind: 'literal', value } };
    if (!METHODS.has(value))
      throw new ExpressionSyntaxError(`the expression calls an unknown function ${value.slice(0, 40)}`, at);
    return { kind: 'call', of, method: value, args: this.#listUpTo(')') };
  }

  #primary(): Expression {
    const token = this.#token;
    if (token.kind === 'number' || token.kind === 'string') {
      this.#next += 1;
      return { kind: 'literal', value: token.value };
    }
    if (token.kind === 'name' && token.value !== 'in') {
      this.#next += 1;
      return CONSTANTS.has(token.value)
        ? { kind: 'literal', value: CONSTANTS.get(token.value) }
        : { kind: 'name', name: token.value };
    }
    if (this.#take('(')) {
      const inner = this.#choice();
      this.#expect(')');
      return inner;
    }
    if (this.#take('[')) return { kind: 'list', items: this.#listUpTo(']') };
    return this.#fail();
  }

  #listUpTo(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.#take(end)) {
      if (items.length > 0) {
        this.#expect(',');
        if (this.#take(end)) break;
      }
      items.push(this.#choice());
    }
    return items;
  }
}
