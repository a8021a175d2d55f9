import type { Content } from '../../domain/content/content.ts';
import { readVariables } from '../../domain/content/content-reads.ts';
import { evaluateMarkdown } from '../../domain/content/documents/evaluate-markdown.ts';
import type { Page, VariableValue } from '../../domain/content/page.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { visitorScope } from '../../domain/sites/audience/visitor.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import type { SiteVisitor } from '../kernel/scope.ts';
import { inTimeSlices } from '../kernel/time-slices.ts';
import type { ContentPaths } from './block-references.ts';
import { collectIncludes, readIncludes } from './content-includes.ts';
import { conditionEvaluator, expressionEvaluator, isDeterministic } from './inline-expressions.ts';
import { read } from './reading.ts';

/** Evaluation of expressions and conditions: none, all, or those that depend on variables alone. */
export type EvaluationMode = boolean | 'deterministic-only';
/** Expansion of references to other content: none, all, or those to reusable contents. */
export type DereferencingMode = boolean | 'reusable-contents';

/** Options for the text of a page. */
export interface TextOptions {
  readonly evaluated: EvaluationMode;
  readonly dereferenced: DereferencingMode;
}

/** Tells whether the options leave a text as it is stored. */
export const isStoredText = ({ evaluated, dereferenced }: TextOptions): boolean =>
  evaluated === false && dereferenced === false;

interface TextSource {
  readonly store: Pick<ContentStore, 'get'>;
  readonly content: Content;
  readonly page: Pick<Page, 'variables'>;
  /** Resolves the links of included texts, which start from another place. */
  readonly paths: ContentPaths;
  /** Visitor of a site, for whom conditions are evaluated afterwards. */
  readonly visitor?: SiteVisitor | undefined;
}

/**
 * Evaluates a text: replaces expressions by their values, leaves out what conditions hide, and replaces includes by the
 * texts of reusable contents. A full evaluation expands the includes, too.
 */
export async function evaluateText(
  markdown: string,
  { store, content, page, paths, visitor }: TextSource,
  { evaluated, dereferenced }: TextOptions,
): Promise<string> {
  const [variables, includeOf] = await Promise.all([
    variablesOf(store, content),
    evaluated === true || dereferenced !== false ? loadIncludes(store, content, paths, markdown) : undefined,
  ]);
  const scope = visitor && visitorScope(visitor.visitor);
  const valueOf = expressionEvaluator(page, variables, scope);
  const conditionOf = conditionEvaluator(page, variables);
  const isEvaluated = (expression: string): boolean =>
    evaluated === true || (evaluated === 'deterministic-only' && isDeterministic(expression));
  return inTimeSlices(
    evaluateMarkdown(markdown, {
      valueOf: (expression) => (isEvaluated(expression) ? valueOf(expression) : undefined),
      includeOf: (target) => includeOf?.(target),
      ...(visitor === undefined && {
        conditionOf: (expression: string) => (isEvaluated(expression) ? conditionOf(expression) : undefined),
      }),
    }),
  );
}

/** Reads the variables of a space. */
export const variablesOf = async (
  store: Pick<ContentStore, 'get'>,
  content: Content,
): Promise<ReadonlyMap<string, VariableValue>> =>
  content.variables === null ? new Map() : read(store, readVariables(content));

/** Loads the texts that a document includes, with links that do not depend on their place. */
async function loadIncludes(
  store: Pick<ContentStore, 'get'>,
  content: Content,
  paths: ContentPaths,
  markdown: string,
): Promise<(target: string) => string | undefined> {
  const find = await readIncludes(store, content, markdown);
  if (find === undefined) return () => undefined;
  const texts = new Map<Id, string>();
  for (const { content: reusable, markdown: text } of collectIncludes(find, markdown).values()) {
    if (texts.has(reusable.id)) continue;
    const { git } = reusable;
    texts.set(reusable.id, git === undefined ? text : await paths.resolveMarkdown(text, { documentPath: git.path }));
  }
  return (target) => {
    const found = find(target);
    return found && (texts.get(found.content.id) ?? found.markdown);
  };
}
