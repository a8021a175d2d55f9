import type { Page, VariableValue } from '../../domain/content/page.ts';
import { evaluateCondition, evaluateToText } from '../../domain/kernel/expressions/evaluate.ts';
import type { Expression, ExpressionScope } from '../../domain/kernel/expressions/expression.ts';
import { parseExpression } from '../../domain/kernel/expressions/parse-expression.ts';

/** Names of variables may contain hyphens, which the expression parser would read as a minus. */
const VARIABLE = /^(space|page)\.vars\.([\w-]+)$/;

/** Builds the scope in which expressions on a page find variables: `space.vars.name`, `page.vars.name`. */
export const variableScope = (
  { variables: ofPage = {} }: Pick<Page, 'variables'>,
  ofSpace: ReadonlyMap<string, VariableValue>,
) => ({ space: { vars: Object.fromEntries(ofSpace) }, page: { vars: ofPage } });

/**
 * Evaluates expressions on a page.
 * @param more values besides the variables
 */
export function expressionEvaluator(
  page: Pick<Page, 'variables'>,
  ofSpace: ReadonlyMap<string, VariableValue>,
  more: ExpressionScope = {},
): (expression: string) => string | undefined {
  const known = variableScope(page, ofSpace);
  const scope: ExpressionScope = { ...known, ...more };
  return (expression) => {
    const [, of, name = ''] = VARIABLE.exec(expression) ?? [];
    if (of === undefined) return evaluateToText(expression, scope);
    const all: Readonly<Record<string, VariableValue>> = known[of as keyof typeof known].vars;
    return Object.hasOwn(all, name) ? String(all[name]) : undefined;
  };
}

/** Builds the evaluator of conditions on a page, for readers without claims. */
export const conditionEvaluator = (
  page: Pick<Page, 'variables'>,
  ofSpace: ReadonlyMap<string, VariableValue>,
): ((condition: string) => boolean) => {
  const scope = variableScope(page, ofSpace);
  return (condition) => evaluateCondition(condition, scope);
};

/** Names whose values are the same for every reader. */
const DETERMINISTIC_NAMES = new Set(['space', 'page']);

/** Tells whether an expression depends on variables alone; false for one that cannot be parsed. */
export function isDeterministic(expression: string): boolean {
  if (VARIABLE.test(expression)) return true;
  const parsed = parseExpression(expression);
  return parsed.ok && namesIn(parsed.expression).every((name) => DETERMINISTIC_NAMES.has(name));
}

function namesIn(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'name':
      return [expression.name];
    case 'list':
      return expression.items.flatMap(namesIn);
    case 'member':
      return [...namesIn(expression.of), ...namesIn(expression.key)];
    case 'call':
      return [...namesIn(expression.of), ...expression.args.flatMap(namesIn)];
    case 'unary':
      return namesIn(expression.of);
    case 'binary':
    case 'logical':
      return [...namesIn(expression.left), ...namesIn(expression.right)];
    case 'choice':
      return [...namesIn(expression.test), ...namesIn(expression.then), ...namesIn(expression.otherwise)];
  }
}
