import {
  MAX_EXPRESSION_STEPS,
  MAX_EXPRESSION_RESULT_LENGTH,
  type BinaryOperator,
  type EvaluationResult,
  type Expression,
  type ExpressionScope,
} from './expression.ts';
import { METHODS, toText } from './methods.ts';
import { parseExpression } from './parse-expression.ts';

/**
 * Evaluates an expression. Missing members are undefined, also when nested: `a.b.c` is undefined if `a` is. Only own
 * members of plain data are visible, never a prototype's. Errors are returned as values; the work is bounded.
 */
export function evaluate(expression: Expression, scope: ExpressionScope): EvaluationResult {
  try {
    return { ok: true, value: new Evaluation(scope).evaluate(expression) };
  } catch (error) {
    if (!(error instanceof EvaluationLimitExceeded)) throw error;
    return { ok: false, error: { message: error.message } };
  }
}

/** Evaluates a condition: false if it cannot be parsed or evaluated, or has a falsy value. */
export function evaluateCondition(condition: string, scope: ExpressionScope): boolean {
  const parsed = parseExpression(condition);
  if (!parsed.ok) return false;
  const result = evaluate(parsed.expression, scope);
  return result.ok && Boolean(result.value);
}

/**
 * Evaluates an inline expression as text; undefined if it cannot be parsed, or has no textual, numeric or boolean
 * value.
 */
export function evaluateToText(text: string, scope: ExpressionScope): string | undefined {
  const parsed = parseExpression(text);
  if (!parsed.ok) return undefined;
  const result = evaluate(parsed.expression, scope);
  if (!result.ok || result.value === undefined || result.value === null) return undefined;
  return typeof result.value === 'object' && !Array.isArray(result.value) ? undefined : toText(result.value);
}

class EvaluationLimitExceeded extends Error {}

class Evaluation {
  #steps = 0;

  constructor(private readonly scope: ExpressionScope) {}

  evaluate(expression: Expression): unknown {
    this.#countSteps(1);
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'list':
        return expression.items.map((item) => this.evaluate(item));
      case 'name':
        return ownMember(this.scope, expression.name);
      case 'member':
        return readMember(this.evaluate(expression.of), this.evaluate(expression.key));
      case 'call': {
        const of = this.evaluate(expression.of);
        const args = expression.args.map((arg) => this.evaluate(arg));
        for (const value of [of, ...args]) this.#countSteps(sizeOf(value));
        return this.#checkSize(METHODS.get(expression.method)?.(of, args));
      }
      case 'unary': {
        const value = this.evaluate(expression.of);
        if (expression.operator === '!') return !value;
        return expression.operator === '-' ? -toNumber(value) : toNumber(value);
      }
      case 'logical':
        return this.#logical(expression);
      case 'choice':
        return this.evaluate(this.evaluate(expression.test) ? expression.then : expression.otherwise);
      case 'binary':
        return this.#binary(expression.operator, this.evaluate(expression.left), this.evaluate(expression.right));
    }
  }

  #logical({ operator, left, right }: Extract<Expression, { kind: 'logical' }>): unknown {
    const value = this.evaluate(left);
    const decided =
      operator === '&&' ? !value : operator === '||' ? Boolean(value) : value !== undefined && value !== null;
    return decided ? value : this.evaluate(right);
  }

  #binary(operator: BinaryOperator, left: unknown, right: unknown): unknown {
    switch (operator) {
      case '===':
        return left === right;
      case '!==':
        return left !== right;
      case '==':
        return isLooselyEqual(left, right);
      case '!=':
        return !isLooselyEqual(left, right);
      case '+':
        this.#countSteps(sizeOf(left) + sizeOf(right));
        return isNumeric(left) && isNumeric(right)
          ? toNumber(left) + toNumber(right)
          : this.#checkSize(toText(left) + toText(right));
      case '-':
        return toNumber(left) - toNumber(right);
      case '*':
        return toNumber(left) * toNumber(right);
      case '/':
        return toNumber(left) / toNumber(right);
      case '%':
        return toNumber(left) % toNumber(right);
      case 'in':
        if (Array.isArray(right)) this.#countSteps(right.length);
        return isIn(left, right);
      default:
        return compareValues(operator, left, right);
    }
  }

  #countSteps(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_EXPRESSION_STEPS) throw new EvaluationLimitExceeded('the expression takes too many steps');
  }
  #checkSize(value: unknown): unknown {
    if (typeof value === 'string' && value.length > MAX_EXPRESSION_RESULT_LENGTH)
      throw new EvaluationLimitExceeded(`the expression produces more than ${MAX_EXPRESSION_RESULT_LENGTH} characters`);
    return value;
  }
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : Array.isArray(value) ? value.length : 0;

const ownMember = (of: object, name: string): unknown => {
  const value: unknown = Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined;
  return typeof value === 'function' ? undefined : value;
};

function readMember(of: unknown, key: unknown): unknown {
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  if (typeof of === 'string')
    return key === 'length' ? of.length : Object.hasOwn(Object(of) as object, key) ? of[Number(key)] : undefined;
  return typeof of === 'object' && of !== null ? ownMember(of, String(key)) : undefined;
}

/** Tells whether a list contains a value, or an object has a member of that name. */
function isIn(value: unknown, of: unknown): boolean {
  if (Array.isArray(of)) return of.includes(value);
  return (
    typeof of === 'object' &&
    of !== null &&
    (typeof value === 'string' || typeof value === 'number') &&
    Object.hasOwn(of, value)
  );
}

const isNumeric = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

/** Converts to a number; numeric texts and booleans are converted, everything else is NaN. */
function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

/** Compares loosely: equal values or numbers; null equals undefined. */
function isLooselyEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === null || left === undefined) return right === null || right === undefined;
  return typeof left !== typeof right && toNumber(left) === toNumber(right);
}

function compareValues(operator: '<' | '<=' | '>' | '>=', left: unknown, right: unknown): boolean {
  const [a, b] =
    typeof left === 'string' && typeof right === 'string' ? [left, right] : [toNumber(left), toNumber(right)];
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}
