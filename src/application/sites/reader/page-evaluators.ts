import type { Page, VariableValue } from '../../../domain/content/page.ts';
import { conditionEvaluator, visitorScope, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import type { PageView } from '../../../ports/sites/site-renderer.ts';
import { expressionEvaluator, variableScope } from '../../content/inline-expressions.ts';

/** Builds the evaluators of a page. Without visitor claims, conditions are evaluated in previews only. */
export function pageEvaluators(
  page: Pick<Page, 'variables'>,
  variables: ReadonlyMap<string, VariableValue>,
  visitor: Pick<Visitor, 'claims' | 'isPreviewing'>,
): Pick<PageView, 'evaluateCondition' | 'evaluateExpression'> {
  const scope = visitorScope(visitor);
  return {
    ...((scope !== undefined || visitor.isPreviewing) && {
      evaluateCondition: conditionEvaluator(visitor, variableScope(page, variables)),
    }),
    evaluateExpression: expressionEvaluator(page, variables, scope),
  };
}
