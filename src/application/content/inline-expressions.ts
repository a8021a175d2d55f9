import type { Page, VariableValue } from '../../domain/content/page.ts';
import { textOfExpression } from '../../domain/expressions/evaluate.ts';
import type { Scope } from '../../domain/expressions/expression.ts';

/** Names of variables may have hyphens, which expressions would take for a minus. */
const VARIABLE = /^(space|page)\.vars\.([\w-]+)$/;

/** Says of expressions on a page what they stand for: `space.vars.name`, `page.vars.name`, and what can be made of these. */
export function inlineExpressions({ variables: ofPage = {} }: Pick<Page, 'variables'>, ofSpace: ReadonlyMap<string, VariableValue>): (expression: string) => string | undefined {
  const vars = { space: Object.fromEntries(ofSpace), page: ofPage };
  const scope: Scope = { space: { vars: vars.space }, page: { vars: vars.page } };
  return (expression) => {
    const [, of, name = ''] = VARIABLE.exec(expression) ?? [];
    if (of === undefined) return textOfExpression(expression, scope);
    const all = vars[of as keyof typeof vars];
    return Object.hasOwn(all, name) ? String(all[name]) : undefined;
  };
}
