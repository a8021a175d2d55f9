import type { Page, PageRequest } from '../../ports/kernel/repository.ts';

const BATCH_SIZE = 1_000;

/** Iterates over a list in batches of up to 1,000 items, which may be changed and deleted during the iteration. */
export async function* listBatches<Item>(
  list: (page: PageRequest) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[]> {
  for (let after: string | undefined; ;) {
    const { items, next } = await list({ limit: BATCH_SIZE, after });
    yield items;
    if (next === undefined) return;
    after = next;
  }
}

/** Iterates over the items of a list, as `listBatches` does. */
export async function* listAll<Item>(list: (page: PageRequest) => Promise<Page<Item>>): AsyncGenerator<Item> {
  for await (const items of listBatches(list)) yield* items;
}
