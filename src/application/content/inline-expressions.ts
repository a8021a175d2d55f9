import type { Page, VariableValue } from '../../domain/content/page.ts';
import { evaluateToText } from '../../domain/kernel/expressions/evaluate.ts';
import type { ExpressionScope } from '../../domain/kernel/expressions/expression.ts';

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
