import type { JsonObject } from '../../domain/content/objects/json.ts';
import type { BlockInput } from '../../domain/content/documents/node-reader.ts';
import { exceedsLength } from '../../domain/content/documents/exceeds-length.ts';
import { blocksToMarkdown } from '../../domain/content/documents/markdown-of-blocks.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import { isLongerThan } from '../../domain/kernel/text-length.ts';

/** Maximum number of characters as Markdown; engines receive the instructions with every request. */
const MAX_INSTRUCTIONS_LENGTH = 10_000;

/**
 * Converts a document of instructions to Markdown. @throws Invalid naming an unsupported block, or that the text is too
 * long
 */
export function instructionsText({ nodes }: JsonObject): string {
  const isTooLong = exceedsLength(nodes, MAX_INSTRUCTIONS_LENGTH);
  const text = isTooLong
    ? ''
    : blocksToMarkdown((nodes ?? []) as unknown as readonly BlockInput[], 'instructions.nodes').trim();
  if (isTooLong || isLongerThan(text, MAX_INSTRUCTIONS_LENGTH))
    throw Invalid.field('instructions', `must have at most ${MAX_INSTRUCTIONS_LENGTH} characters of text`);
  return text;
}
