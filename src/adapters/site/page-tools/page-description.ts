import { evaluateMarkdown } from '../../../domain/content/documents/evaluate-markdown.ts';
import { titleHeading } from '../../../domain/content/markdown/title-heading.ts';
import { ConditionFilter } from '../../../domain/kernel/expressions/condition-filter.ts';
import { runToCompletion } from '../../../domain/kernel/pausable.ts';
import { readableText } from '../../../domain/search/readable-text.ts';
import type { PageView } from '../../../ports/sites/site-renderer.ts';
import { isQuick } from '../content/complexity.ts';
import { beforeConditions, mayHaveConditions, visibleSource } from '../markdown/visible-source.ts';

/** Beginning of a page in which its first sentence is looked for, in UTF-16 units. */
const MAX_BEGINNING = 4_000;
/** Longest description; search engines show about as much. */
const MAX_DESCRIPTION = 200;
/** End of a sentence, after enough text to say something. */
const SENTENCE = /^[^]{24,}?(?:[.!?…](?=["'”’)]?\s|["'”’)]?$)|[。！？])["'”’)]?/u;

/** Returns the description of a page: its own, or the first sentence of its text as the reader sees it. */
export function pageDescription(view: PageView): string | undefined {
  const own = view.page.description?.trim();
  return own !== undefined && own !== '' ? own : firstSentence(view);
}

function firstSentence({ page, evaluateCondition, evaluateExpression }: PageView): string | undefined {
  const beginning = page.markdown.slice(titleHeading(page.markdown, page.title)?.length ?? 0).slice(0, MAX_BEGINNING);
  const source = !mayHaveConditions(beginning)
    ? beginning
    : isQuick(beginning)
      ? visibleSource(beginning, new ConditionFilter(evaluateCondition))
      : beforeConditions(beginning);
  const text = runToCompletion(
    evaluateMarkdown(source, {
      valueOf: (expression) => evaluateExpression?.(expression) ?? '',
      includeOf: () => undefined,
    }),
  );
  for (const piece of readableText(text)) {
    if (piece.level > 0) continue;
    for (const paragraph of piece.text.split(/\n[ \t]*\n/)) {
      const line = paragraph
        .replace(/\{%[^%]*%\}/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (/\p{L}{2}|\p{Script=Han}/u.test(line)) return shorten(SENTENCE.exec(line)?.[0] ?? line);
    }
  }
  return undefined;
}

function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  const cut = text.slice(0, MAX_DESCRIPTION - 1).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${(space > MAX_DESCRIPTION / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.\ufffd]+$/, '')}…`;
}
