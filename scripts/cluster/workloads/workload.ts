import type { Answer } from '../../../test/support/world.ts';
import type { Random } from '../../history/random.ts';
import type { Freshness } from '../freshness.ts';
import type { RetryingClient } from '../retrying-client.ts';

/** Work of one client, and a check of what it has left behind. */
export interface Workload {
  /** Does one piece of work. @throws Error that no client that repeats its requests should see */
  step(): Promise<void>;
  /** Lists what contradicts the answers that the client got, when all nodes are up and no job waits. */
  check(): Promise<string[]>;
}

/** Parts that all workloads use. */
export interface WorkloadContext {
  readonly client: RetryingClient;
  /** Client without a token, as readers of sites are. */
  readonly reader: RetryingClient;
  readonly random: Random;
  readonly organizationId: string;
  readonly freshness: Freshness;
  /** Prefix of everything that this workload creates. */
  readonly name: string;
}

/** Returns the body. @throws Error that shows an unexpected answer */
export function require(what: string, { status, body }: Answer, ...expected: readonly number[]): any {
  if (!expected.includes(status)) throw new Error(`${what} was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Lists what a list does not have exactly once, and what it has more than once. */
export function notOnce(what: string, expected: Iterable<string>, found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const title of found) counts.set(title, (counts.get(title) ?? 0) + 1);
  const wrong: string[] = [];
  for (const title of new Set([...expected, ...counts.keys()])) {
    const count = counts.get(title) ?? 0;
    if (count !== 1) wrong.push(`${what} ${title} is there ${count} times`);
  }
  return wrong;
}

/** Titles of all pages of a content, also of subpages. */
export const titlesOf = (pages: readonly any[]): string[] =>
  pages.flatMap(({ title, pages: below = [] }) => [title as string, ...titlesOf(below)]);

/** Change that inserts a page. */
export const insertion = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
});

/** Reads all items of a list. */
export async function listAll({ client }: Pick<WorkloadContext, 'client'>, path: string): Promise<any[]> {
  const all: any[] = [];
  for (let page: string | undefined = ''; page !== undefined;) {
    const separator = path.includes('?') ? '&' : '?';
    const { items, next }: any = require(path, await client.get(
      `${path}${separator}limit=1000${page && `&page=${page}`}`,
    ), 200);
    all.push(...items);
    page = next?.page;
  }
  return all;
}
