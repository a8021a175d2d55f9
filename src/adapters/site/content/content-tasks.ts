import type { IncludedContent, ResolvedLink } from '../../../ports/sites/site-renderer.ts';
import type { Ask } from '../../workers/worker-task.ts';
import { renderContent, type ContentInput, type RenderedContent } from './render-content.ts';

/** Content that can be sent to a thread; questions replace its functions. */
export interface ContentTask extends Pick<
  ContentInput,
  | 'markdown'
  | 'title'
  | 'labels'
  | 'opensNewTab'
  | 'colorScheme'
  | 'isLeftToRight'
  | 'decoration'
  | 'apiReferences'
  | 'language'
> {
  /** Functions that the caller provides. */
  readonly answers: { readonly include: boolean; readonly condition: boolean; readonly expression: boolean };
}

/** Call of a function of the content. */
export type ContentQuestion =
  /** `include` is the index of the include that contains the link. */
  | { readonly kind: 'link'; readonly target: string; readonly include?: number }
  | { readonly kind: 'include'; readonly target: string }
  | { readonly kind: 'condition'; readonly expression: string }
  | { readonly kind: 'expression'; readonly expression: string };

/** Reusable content as sent to a thread; `number` identifies its link resolver. */
type IncludeAnswer = { readonly markdown: string; readonly number?: number } | undefined;

/** Creates the task that renders a content on a thread, which asks for what only the calling thread knows. */
export function createContentTask({
  markdown,
  title,
  labels,
  opensNewTab = false,
  isLeftToRight = false,
  colorScheme,
  decoration,
  apiReferences,
  language,
  ...functions
}: ContentInput): ContentTask {
  const answers = {
    include: functions.resolveInclude !== undefined,
    condition: functions.evaluateCondition !== undefined,
    expression: functions.evaluateExpression !== undefined,
  };
  return {
    markdown,
    title,
    labels,
    opensNewTab,
    isLeftToRight,
    ...(colorScheme && { colorScheme }),
    ...(decoration && { decoration }),
    ...(apiReferences && { apiReferences }),
    ...(language !== undefined && { language }),
    answers,
  };
}

/** Creates a function that answers the questions of a thread. */
export function answerContentQuestions(input: ContentInput): (question: ContentQuestion) => unknown {
  const included: IncludedContent[] = [];
  return (question) => {
    switch (question.kind) {
      case 'link': {
        const resolve = question.include === undefined ? undefined : included[question.include]?.resolveLink;
        return (resolve ?? input.resolveLink)(question.target);
      }
      case 'include': {
        const found = input.resolveInclude?.(question.target);
        if (found === undefined) return undefined;
        const number = found.resolveLink && included.push(found) - 1;
        return { markdown: found.markdown, ...(number !== undefined && { number }) } satisfies IncludeAnswer;
      }
      case 'condition':
        return input.evaluateCondition?.(question.expression);
      case 'expression':
        return input.evaluateExpression?.(question.expression);
    }
  };
}

/** Renders content on a thread; the calling thread answers its questions. */
export const renderContentTask = (task: ContentTask, ask: Ask): RenderedContent =>
  renderContent(askingInput(task, ask));

/** Restores the functions of the content on a thread: they ask the calling thread. */
export function askingInput({ answers, ...content }: ContentTask, ask: Ask): ContentInput {
  const question = <Answer>(contentQuestion: ContentQuestion): Answer => ask<Answer>(contentQuestion);
  return {
    ...content,
    resolveLink: (target) => question<ResolvedLink>({ kind: 'link', target }),
    ...(answers.include && {
      resolveInclude: (target: string) => {
        const found = question<IncludeAnswer>({ kind: 'include', target });
        if (found?.number === undefined) return found;
        const include = found.number;
        const resolveLink = (link: string) => question<ResolvedLink>({ kind: 'link', target: link, include });
        return { markdown: found.markdown, resolveLink };
      },
    }),
    ...(answers.condition && {
      evaluateCondition: (expression: string) => question<boolean>({ kind: 'condition', expression }),
    }),
    ...(answers.expression && {
      evaluateExpression: (expression: string) => question<string | undefined>({ kind: 'expression', expression }),
    }),
  };
}
