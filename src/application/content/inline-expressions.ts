import type { Page, VariableValue } from '../../domain/content/page.ts';
import { evaluateToText } from '../../domain/kernel/expressions/evaluate.ts';
import type { ExpressionScope } from '../../domain/kernel/expressions/expression.ts';

/** Names of variables may have hyphens, which expressions would take for a minus. */
const VARIABLE = /^(space|page)\.vars\.([\w-]+)$/;

/** The names by which expressions on a page know variables: `space.vars.name`, `page.vars.name`. */
export const variableScope = (
  { variables: ofPage = {} }: Pick<Page, 'variables'>,
  ofSpace: ReadonlyMap<string, VariableValue>,
) => ({ space: { vars: Object.fromEntries(ofSpace) }, page: { vars: ofPage } });

/** Says of expressions on a page what they stand for: variables, what is known `more`, and what can be made of these. */
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
