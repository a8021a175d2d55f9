import { exceedsLength } from '../../domain/content/documents/exceeds-length.ts';
import { blocksToMarkdown } from '../../domain/content/documents/markdown-of-blocks.ts';
import type { BlockInput } from '../../domain/content/documents/node-reader.ts';
import type { JsonObject } from '../../domain/content/objects/json.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { Services } from '../kernel/services.ts';
import { isLongerThan } from '../../domain/kernel/text-length.ts';

/** Maximum number of characters of a description as Markdown. */
export const MAX_DESCRIPTION_LENGTH = 20_000;

/** Description of a change request as callers give it. */
export type DescriptionInput = { readonly markdown: string } | { readonly document: JsonObject };

/** Converts the description of a change request to Markdown; empty without one. */
export const descriptionText = (document: JsonObject | null): string =>
  document === null
    ? ''
    : blocksToMarkdown((document.nodes ?? []) as unknown as readonly BlockInput[], 'description.nodes').trim();

/**
 * Converts a description to a document of blocks; null for an empty one, undefined for none.
 * @throws Invalid naming an unsupported block, or that the text is too long
 */
export async function parseDescription(
  { blocks, organizationId }: Pick<Services, 'blocks'> & { readonly organizationId: OrganizationId },
  input: DescriptionInput | undefined,
): Promise<JsonObject | null | undefined> {
  if (input === undefined) return undefined;
  const isTooLong = 'document' in input && exceedsLength(input.document, MAX_DESCRIPTION_LENGTH);
  const text = isTooLong ? '' : 'markdown' in input ? input.markdown : descriptionText(input.document);
  if (isTooLong || isLongerThan(text, MAX_DESCRIPTION_LENGTH))
    throw Invalid.field('description', `must have at most ${MAX_DESCRIPTION_LENGTH} characters as Markdown`);
  if (text.trim() === '') return null;
  return 'markdown' in input
    ? ((await blocks.fromMarkdown(text, organizationId)) as unknown as JsonObject)
    : input.document;
}
