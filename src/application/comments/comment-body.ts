import { MAX_BODY_LENGTH } from '../../domain/comments/comment-base.ts';
import { exceedsLength } from '../../domain/content/documents/exceeds-length.ts';
import { blocksToMarkdown } from '../../domain/content/documents/markdown-of-blocks.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { DocumentInput } from '../content/content-inputs.ts';
import { isLongerThan } from '../../domain/kernel/text-length.ts';
import { isVisibleText } from '../../domain/kernel/title.ts';

/**
 * Converts a body to Markdown; `undefined` for an empty body (`{}`). @throws Invalid naming the wrong member, below
 * `field`
 */
export function markdownOf({ markdown, document }: DocumentInput, field = 'body'): string | undefined {
  if (markdown === undefined && document === undefined) return undefined;
  const path = document === undefined ? `${field}.markdown` : `${field}.document`;
  const requireLength = (isTooLong: boolean): void => {
    if (!isTooLong) return;
    const unit = document === undefined ? 'characters' : 'characters as markdown';
    throw Invalid.field(path, `must have at most ${MAX_BODY_LENGTH} ${unit}`);
  };
  requireLength(exceedsLength(document?.nodes, MAX_BODY_LENGTH));
  const text = document === undefined ? markdown! : blocksToMarkdown(document.nodes, `${path}.nodes`);
  if (!isVisibleText(text)) throw Invalid.field(path, 'must not be empty');
  requireLength(isLongerThan(text, MAX_BODY_LENGTH));
  return text;
}

/** Converts a body that must not be empty to Markdown. @throws Invalid */
export function requireMarkdown(body: DocumentInput): string {
  const text = markdownOf(body);
  if (text === undefined) throw Invalid.field('body', 'must contain markdown or a document');
  return text;
}
