import { toHast } from 'mdast-util-to-hast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { emojiNamed } from '../../../domain/content/markdown/emoji.ts';
import type { Emoji } from '../../../domain/content/markdown/emoji-syntax.ts';
import { parseMarkdown } from '../../../domain/content/markdown/parse-markdown.ts';
import { parseExactJson, stringifyExactJson } from '../../../domain/openapi-specs/exact-json.ts';
import { objectsOf } from '../references.ts';

/** Member beside a description that renderers of the API show in its place. */
const MEMBER = 'x-gitbook-description-html';
/** Characters of all descriptions that become HTML; those beyond stay Markdown. */
const MAX_TEXT = 2_000_000;
/** Characters of one description; Markdown takes more than linear time for hostile text. */
const MAX_DESCRIPTION = 20_000;

const processor = unified().use(rehypeRaw).use(rehypeSanitize).use(rehypeStringify).freeze();

/**
 * Adds the HTML of each description to a specification. Hostile markup becomes harmless; a description that is too long
 * or nested too deeply gets no HTML.
 * @param document JSON
 */
export function addHtmlDescriptions(document: Uint8Array): Uint8Array {
  const specification = parseExactJson(new TextDecoder().decode(document));
  const known = new Map<string, string | undefined>();
  let left = MAX_TEXT;
  for (const [object] of objectsOf(specification)) {
    const { description } = object;
    if (typeof description !== 'string' || description.trim() === '') continue;
    if (!known.has(description) && description.length <= Math.min(left, MAX_DESCRIPTION)) {
      left -= description.length;
      known.set(description, toHtml(description));
    }
    const html = known.get(description);
    if (html !== undefined) object[MEMBER] = html;
  }
  return new TextEncoder().encode(stringifyExactJson(specification));
}

function toHtml(markdown: string): string | undefined {
  try {
    const handlers = {
      emoji: (_: unknown, { name }: Emoji) => ({ type: 'text' as const, value: emojiNamed(name) ?? `:${name}:` }),
    };
    const tree = toHast(parseMarkdown(markdown.trim()), { allowDangerousHtml: true, handlers });
    return processor.stringify(processor.runSync(tree as never) as never);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
