import type { Expression } from '../../kernel/expressions/expression.ts';
import { parseExpression } from '../../kernel/expressions/parse-expression.ts';
import { findClaim, type ClaimSchema, type VisitorSchema } from './claim-schema.ts';
import { isLongerThan } from '../../kernel/text-length.ts';

/** Maximum length of a condition. */
const MAX_CONDITION_LENGTH = 1024;

/** Names that could reach a prototype; no claim has such a name. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Describes the problem of a condition; undefined if it can be parsed and refers only to visitor claims, which the
 * schema must define if there is one.
 */
export function findConditionProblem(text: string, schema?: VisitorSchema): string | undefined {
  if (isLongerThan(text, MAX_CONDITION_LENGTH)) return `must have at most ${MAX_CONDITION_LENGTH} characters`;
  const parsed = parseExpression(text);
  if (!parsed.ok) return `${parsed.error.message} (at ${parsed.error.at})`;
  for (const [root, ...path] of referencedPaths(parsed.expression)) {
    const problem =
      root !== 'visitor'
        ? `${formatPath([root!])} is not defined; conditions can use only visitor.claims`
        : findPathProblem(path, schema);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const formatPath = (path: readonly string[]): string => path.join('.').slice(0, 100);

function findPathProblem([claims, ...path]: readonly string[], schema: VisitorSchema | undefined): string | undefined {
  if (claims !== undefined && claims !== 'claims')
    return `${formatPath(['visitor', claims])} is not defined; conditions can use only visitor.claims`;
  const forbidden = path.find((name) => FORBIDDEN_NAMES.has(name));
  if (forbidden !== undefined) return `the claim ${forbidden} is not defined`;
  if (schema === undefined) return undefined;
  let at: ClaimSchema | VisitorSchema = schema;
  for (const [index, name] of path.entries()) {
    if (at.type !== 'object') return undefined;
    const claim = findClaim(at.properties, name);
    if (claim === undefined)
      return `the claim ${formatPath(path.slice(0, index + 1))} is not defined in the site's adaptive schema`;
    at = claim;
  }
  return undefined;
}

/**
 * Lists every name that an expression reads, with the members that follow it: `visitor.claims.plan` has three segments.
 */
function* referencedPaths(expression: Expression): Generator<readonly string[]> {
  switch (expression.kind) {
    case 'literal':
      return;
    case 'name':
      yield [expression.name];
      return;
    case 'member': {
      const path = pathOf(expression);
      if (path !== undefined) yield path;
      else {
        yield* referencedPaths(expression.of);
        yield* referencedPaths(expression.key);
      }
      return;
    }
    case 'list':
      for (const item of expression.items) yield* referencedPaths(item);
      return;
    case 'call':
      for (const one of [expression.of, ...expression.args]) yield* referencedPaths(one);
      return;
    case 'unary':
      yield* referencedPaths(expression.of);
      return;
    case 'binary':
    case 'logical':
      yield* referencedPaths(expression.left);
      yield* referencedPaths(expression.right);
      return;
    case 'choice':
      for (const one of [expression.test, expression.then, expression.otherwise]) yield* referencedPaths(one);
  }
}

/** Returns a name with the literal members after it; undefined for any other expression. */
function pathOf(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'name') return [expression.name];
  if (expression.kind !== 'member' || expression.key.kind !== 'literal' || expression.key.value === undefined)
    return undefined;
  const before = pathOf(expression.of);
  return before && [...before, String(expression.key.value)];
}
