import * as z from 'zod';
import type { DocumentHunks, Replacement } from '../../../domain/content/text/semantic-hunks.ts';
import type { Block } from '../../../ports/content/block-documents.ts';

const at = z.number().int().meta({
  description: 'Position of the first item, counted from 0; for an empty list, the position of insertion.',
});
const lines = z.object({ at, lines: z.array(z.string()) });
const nodes = z.object({ at, nodes: z.array(z.looseObject({ object: z.literal('block'), type: z.string() })) });

export const documentHunks = z
  .object({
    lines: z
      .array(z.object({ before: lines, after: lines }))
      .meta({ description: 'Lines, each with its line ending.' }),
    blocks: z
      .array(z.object({ before: nodes, after: nodes }))
      .meta({ description: 'Top-level blocks in the `format=document` representation.' }),
    truncated: z
      .literal(true)
      .optional()
      .meta({ description: 'Marker of a truncated comparison of very long documents.' }),
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
