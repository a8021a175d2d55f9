import { z } from 'zod';
import type { DocumentHunks, Replacement } from '../../../domain/content/text/semantic-hunks.ts';
import type { Block } from '../../../ports/content/block-documents.ts';

const at = z.number().int().meta({
  description: 'The place of the first, counted from 0; where there is none, the place at which they would be.',
});
const lines = z.object({ at, lines: z.array(z.string()) });
const nodes = z.object({ at, nodes: z.array(z.looseObject({ object: z.literal('block'), type: z.string() })) });

export const documentHunks = z
  .object({
    lines: z.array(z.object({ before: lines, after: lines })).meta({ description: 'Each line with its ending.' }),
    blocks: z
      .array(z.object({ before: nodes, after: nodes }))
      .meta({ description: 'Blocks of the first level, as `format=document` shows them.' }),
    truncated: z
      .literal(true)
      .optional()
      .meta({ description: 'There is more than what is told: the documents are very long.' }),
  })
  .meta({ id: 'DocumentHunks' });

export function presentHunks(hunks: DocumentHunks<Block>): z.input<typeof documentHunks> {
  const stretch = <T, N extends string>(
    name: N,
    { at: from, items }: { readonly at: number; readonly items: readonly T[] },
  ) => ({ at: from, [name]: [...items] }) as { at: number } & Record<N, T[]>;
  const both = <T, N extends string>(name: N, { before, after }: Replacement<T>) => ({
    before: stretch(name, before),
    after: stretch(name, after),
  });
  return {
    lines: hunks.lines.map((hunk) => both('lines', hunk)),
    blocks: hunks.blocks.map((hunk) => both('nodes', hunk)) as unknown as z.input<typeof documentHunks>['blocks'],
    ...(hunks.truncated && { truncated: true as const }),
  };
}
