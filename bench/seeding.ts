import pg from 'pg';
import { buildContent, type PageSeed } from '../src/domain/content/edits/build-content.ts';
import { Database } from '../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { PgContentStore } from '../src/adapters/persistence/mikro-orm/content/objects.ts';
import { MikroUnitOfWork } from '../src/adapters/persistence/mikro-orm/unit-of-work.ts';
import { TimeOrderedIds } from '../src/adapters/system/ids-and-clock.ts';
import { Space } from '../src/domain/spaces.ts';
import { buildProjections } from '../src/application/content/projections/build-projections.ts';
import { pageText } from './page-text.ts';

const ids = new TimeOrderedIds();
const PER_SECTION = 50;
const at = new Date().toISOString();

export interface SeededSpace {
  readonly size: number;
  readonly spaceId: string;
  /** Pages to read and edit, spread over the space. */
  readonly pages: readonly string[];
}

/** Generates sections of 50 pages each below the root; texts are numbered from `first`. */
function pagesOf(size: number, first: number): PageSeed[] {
  const pages: PageSeed[] = [];
  let section: string | null = null;
  for (let i = 0; i < size; i++) {
    const id = ids.next();
    const isSection = i % PER_SECTION === 0;
    pages.push({
      id,
      type: 'document',
      parent: isSection ? null : section,
      slug: `page-${i}`,
      title: `Page ${i}`,
      document: new TextEncoder().encode(pageText(first + i)),
      createdAt: at,
      updatedAt: at,
    });
    if (isSection) section = id;
  }
  return pages;
}

const SAMPLE = 1_000;
/** Coprime to every size, so that the sample spreads over all sections and pages. */
const STRIDE = 7919;
const sampleOf = (ids: readonly string[]): string[] =>
  Array.from({ length: Math.min(SAMPLE, ids.length) }, (_, i) => ids[(i * STRIDE) % ids.length]!);

export interface SeedingOptions {
  /** Gives each space texts of its own; otherwise all spaces begin with the same ones, which are stored once. */
  readonly distinct?: boolean;
  /** Called after each space with the number of spaces so far. */
  readonly onSpace?: (done: number) => void;
}

/** Creates a space of each size in the first organization, bypassing the API. */
export async function startSeeding(
  url: string,
  sizes: readonly number[],
  { distinct = false, onSpace = () => {} }: SeedingOptions = {},
): Promise<SeededSpace[]> {
  const database = await Database.open({ url, connections: 4 });
  const store = new PgContentStore(database.reads);
  const { rows } = await database.reads.query(
    'SELECT m.organization_id, m.user_id FROM members m ORDER BY m.id LIMIT 1',
  );
  const { organization_id: organizationId, user_id: userId } = rows[0];
  const seeded: SeededSpace[] = [];
  let total = 0;
  for (const size of sizes) {
    const pages = pagesOf(size, distinct ? total : 0);
    total += size;
    const { contentHash, objects } = buildContent({ pages });
    await store.put(objects);
    const space = Space.create({ id: ids.next(), organizationId, parentId: null, title: `${size} pages`, at });
    await new MikroUnitOfWork(database).run(
      { organizationId, spaceId: null, actorId: userId, tokenId: null, requestId: null, at },
      async (work) => {
        await work.spaces.save(space);
        const revision = {
          id: ids.next(),
          spaceId: space.id,
          parents: [],
          content: contentHash,
          type: 'edits' as const,
          createdAt: at,
          createdBy: userId,
        };
        await work.branches.create({
          primary: buildProjections({ content: store }, { before: null, after: contentHash }, Infinity),
          revision,
          objects: [],
        });
      },
    );
    seeded.push({ size, spaceId: space.id, pages: sampleOf(pages.map(({ id }) => id)) });
    onSpace(seeded.length);
  }
  await database.close();
  await maintain(url);
  return seeded;
}

/** Runs the maintenance that the server would start by itself during the measurements, without a time limit. */
async function maintain(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
  await client.end();
}
