import * as z from 'zod';
import type { JsonObject } from '../../../domain/content/objects/json.ts';

/** Maximum length of the JSON in characters; use cases limit the text. */
const MAX_JSON = 100_000;

/** Maximum number of blocks at the top of a document; a body of at most 100,000 members holds no more that have text. */
const MAX_BLOCKS = 10_000;

/** Schema of blocks, whose members use cases check. */
export const blocks = z
  .array(z.looseObject({ object: z.literal('block'), type: z.string() }))
  .max(MAX_BLOCKS)
  .meta({ description: 'Blocks; those within them, and the types of the data of each, are as in the answers.' });

/** Schema of a document of blocks; use cases check the blocks. */
export const blockDocument = z
  .looseObject({
    object: z.literal('document'),
    data: z.looseObject({ schemaVersion: z.number().int().optional() }),
    nodes: blocks.max(1000),
  })
  .refine((document) => JSON.stringify(document).length <= MAX_JSON, `must have at most ${MAX_JSON} characters as JSON`)
  .transform((document) => document as unknown as JsonObject);
