import type { JsonObject } from '../../domain/content/objects/json.ts';
import type { BlockInput } from '../../domain/content/documents/node-reader.ts';
import { blocksToMarkdown } from '../../domain/content/documents/markdown-of-blocks.ts';
import { Invalid } from '../../domain/kernel/errors.ts';

/** In UTF-16 units, as Markdown: they go with everything that an engine is asked. */
export const MAX_INSTRUCTIONS_LENGTH = 10_000;

/** What a document of instructions says, as Markdown. @throws Invalid naming what no block can be, or that it says too much */
export function instructionsText({ nodes }: JsonObject): string {
  const text = blocksToMarkdown((nodes ?? []) as unknown as readonly BlockInput[], 'instructions.nodes').trim();
  if (text.length > MAX_INSTRUCTIONS_LENGTH)
    throw Invalid.field('instructions', `must have at most ${MAX_INSTRUCTIONS_LENGTH} characters of text`);
  return text;
}
