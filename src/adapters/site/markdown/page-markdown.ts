import { evaluateMarkdown } from '../../../domain/content/documents/evaluate-markdown.ts';
import { escapeText } from '../../../domain/content/documents/markdown-of-inlines.ts';
import { ConditionFilter } from '../../../domain/kernel/expressions/condition-filter.ts';
import { runToCompletion, type Pausable } from '../../../domain/kernel/pausable.ts';
import { rewriteLinks, type LinkRewriter } from '../../../domain/links/rewrite-links.ts';
import type { MarkdownLink } from '../../../domain/links/written-links.ts';
import type { LinkResolver, RenderedMarkdown } from '../../../ports/sites/site-renderer.ts';
import type { ContentInput } from '../content/render-content.ts';
import { isAddressOf } from '../content/block-views.ts';
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
    return yield* rewriteLinks(text, linkRewriter(text, resolve));
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

/** Replaces targets by resolved ones; a broken link becomes its text. References without a title get that of the page. */
const linkRewriter =
  (source: string, resolve: LinkResolver): LinkRewriter =>
  (link) => {
    const { target, use } = link;
    if (use === 'include' || target === '' || UNRESOLVED.test(target) || target.includes('{{')) return undefined;
    const answer = resolve(target);
    const href = 'href' in answer ? safeUrl(answer.href, use === 'image' ? 'image' : 'link') : undefined;
    if (href === undefined) return use === 'link' ? null : use === 'url' ? undefined : BROKEN;
    const written = href === target ? undefined : href.replace(/[()<>"'\s]/g, encodeMark);
    if (!('title' in answer) || answer.title === undefined || !isUntitledReference(link, source)) return written;
    const text = escapeText(answer.title.replace(/\s+/g, ' '));
    return { target: written ?? source.slice(link.from, link.to), text };
  };

/** Determines whether a link is all of a `content-ref` block, with its address or the name of its file as text. */
function isUntitledReference({ whole, target }: MarkdownLink, source: string): boolean {
  if (whole === undefined || !/%\}\s*$/.test(source.slice(Math.max(0, whole.from - MAX_BLANK), whole.from)))
    return false;
  const label = source.slice(whole.textFrom, whole.textTo).replace(/\\([!-/:-@[-`{-~])/g, '$1');
  if (!isAddressOf(target, label)) return false;
  const before = source.slice(Math.max(0, whole.from - MAX_TAG), whole.from);
  return (
    REFERENCE_START.test(before.slice(before.lastIndexOf('{%'))) &&
    REFERENCE_END.test(source.slice(whole.to, whole.to + 2 * MAX_BLANK))
  );
}

/** Length of white space beside a link within a block. */
const MAX_BLANK = 20;
/** Length of the tag before a link. */
const MAX_TAG = 2_000;
const REFERENCE_START = /^\{%-?\s*content-ref\s[^%]*%\}\s*$/;
const REFERENCE_END = /^\s*\{%-?\s*endcontent-ref\b/;

/** Encodes a character that ends a target in Markdown or in an attribute. */
const encodeMark = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
