import { evaluateMarkdown } from '../../../domain/content/documents/evaluate-markdown.ts';
import { ConditionFilter } from '../../../domain/kernel/expressions/condition-filter.ts';
import { runToCompletion, type Pausable } from '../../../domain/kernel/pausable.ts';
import { rewriteLinks, type LinkRewriter } from '../../../domain/links/rewrite-links.ts';
import type { LinkResolver, RenderedMarkdown } from '../../../ports/sites/site-renderer.ts';
import type { ContentInput } from '../content/render-content.ts';
import { safeUrl } from '../safe-url.ts';
import { visibleSource } from './visible-source.ts';

/** Target of a link that leads nowhere for the reader, and whose text cannot stay alone. */
const BROKEN = 'broken-reference';
/** Targets that are never resolved. */
const UNRESOLVED = /^(?:#|mailto:|tel:|data:)/i;

type Input = Pick<
  ContentInput,
  'markdown' | 'resolveLink' | 'resolveInclude' | 'evaluateCondition' | 'evaluateExpression'
>;

/**
 * Returns the Markdown of a page as a reader sees it: with resolved links, the texts of its includes and the values of
 * its expressions, without the tags of conditions and what they hide.
 */
export const renderMarkdown = (input: Input): RenderedMarkdown => runToCompletion(renderMarkdownInSteps(input));

/** Does what `renderMarkdown` does, with pauses except within includes and the parsing of conditions. */
export function* renderMarkdownInSteps(input: Input): Pausable<RenderedMarkdown> {
  const { evaluateCondition, evaluateExpression } = input;
  let personal = false;
  function* visible(markdown: string, resolve: LinkResolver): Pausable<string> {
    const filter = new ConditionFilter(evaluateCondition);
    const text = visibleSource(markdown, filter);
    personal ||= filter.hasEvaluated;
    return yield* rewriteLinks(text, linkRewriter(resolve));
  }
  const markdown = yield* evaluateMarkdown(yield* visible(input.markdown, input.resolveLink), {
    valueOf(expression) {
      personal = true;
      return evaluateExpression?.(expression);
    },
    includeOf(target) {
      const found = input.resolveInclude?.(target);
      return found && runToCompletion(visible(found.markdown, found.resolveLink ?? input.resolveLink));
    },
  });
  return { markdown, personal };
}

/** Replaces targets by resolved ones; a broken link becomes its text. */
const linkRewriter =
  (resolve: LinkResolver): LinkRewriter =>
  ({ target, use }) => {
    if (use === 'include' || target === '' || UNRESOLVED.test(target) || target.includes('{{')) return undefined;
    const answer = resolve(target);
    const href = 'href' in answer ? safeUrl(answer.href, use === 'image' ? 'image' : 'link') : undefined;
    if (href === undefined) return use === 'link' ? null : use === 'url' ? undefined : BROKEN;
    return href === target ? undefined : href.replace(/[()<>"'\s]/g, encodeMark);
  };

/** Encodes a character that ends a target in Markdown or in an attribute. */
const encodeMark = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
