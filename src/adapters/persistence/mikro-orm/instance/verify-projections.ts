import { buildProjections } from '../../../../application/content/projections/build-projections.ts';
import { CorruptContent } from '../../../../domain/content/objects/content-object.ts';
import type { SpaceId } from '../../../../domain/kernel/id.ts';
import { PgBranches } from '../content/branches.ts';
import { PgContentStore } from '../content/objects.ts';
import { PgProjectionBacklog } from '../content/projection-backlog.ts';
import type { Database } from '../kernel/database.ts';
import { statement } from '../kernel/sql.ts';
import { BACKGROUND_LIMITS } from '../kernel/statement-limits.ts';
import { Transaction } from '../kernel/transaction.ts';

/** Tables that follow from the primary content of a space, and the columns that do. */
const PROJECTIONS: Readonly<Record<string, string>> = {
  page_search: 't.*',
  link_targets: 't.*',
  page_links: 't.*',
  git_places: 't.*',
  // More words than the content has do no harm.
  search_words: 't.*',
};

const BATCH = 200;
const SPACES = statement(
  `SELECT b.space_id AS id FROM branches b WHERE b.id = b.space_id AND b.space_id > $1 ORDER BY b.space_id LIMIT ${BATCH}`,
);
// A rebuild keeps rows of pages that no longer exist.
const CLEAR_SEARCH = statement('DELETE FROM page_search WHERE space_id = $1');
const FINGERPRINTS = statement(
  `SELECT ${Object.entries(PROJECTIONS)
    .map(
      ([table, columns]) =>
        `(SELECT md5(coalesce(string_agg(row::text, ' ' ORDER BY row::text), '')) FROM (SELECT ${columns} FROM ${table} t WHERE t.space_id = $1) row) AS ${table}`,
    )
    .join(', ')}`,
);

/**
 * Compares search rows and links of every space with new ones, in transactions that are rolled back.
 * @returns the number of spaces compared; those whose projections are being rebuilt, or whose content cannot be read,
 *   are left out
 */
export async function verifyProjections(database: Database, report: (problem: string) => void): Promise<number> {
  let compared = 0;
  for (let after = ''; ;) {
    const transaction = new Transaction(database.commands, database.orm, BACKGROUND_LIMITS);
    const spaces = await transaction.rows<{ id: SpaceId }>(SPACES, [after]).finally(() => endUnchanged(transaction));
    for (const { id } of spaces) if (await compareSpace(database, id, report)) compared++;
    if (spaces.length < BATCH) return compared;
    after = spaces.at(-1)!.id;
  }
}

async function compareSpace(database: Database, spaceId: SpaceId, report: (problem: string) => void): Promise<boolean> {
  const transaction = new Transaction(database.commands, database.orm, BACKGROUND_LIMITS);
  const backlog = new PgProjectionBacklog(transaction);
  try {
    const [head] = await new PgBranches(transaction).lock(spaceId, spaceId);
    if ((await backlog.find(spaceId)) !== undefined) return false;
    const [before] = await transaction.rows<Record<string, string>>(FINGERPRINTS, [spaceId]);
    const content = new PgContentStore(database.reads);
    const projections = buildProjections({ content }, { before: null, after: head!.content });
    await transaction.rows(CLEAR_SEARCH, [spaceId]);
    await backlog.begin(spaceId, { from: null, to: head!.content }, []);
    await backlog.complete(spaceId, projections);
    const [rebuilt] = await transaction.rows<Record<string, string>>(FINGERPRINTS, [spaceId]);
    for (const table of Object.keys(PROJECTIONS))
      if (before![table] !== rebuilt![table]) report(`${table} of space ${spaceId} differs from its content`);
    return true;
  } catch (error) {
    if (!(error instanceof CorruptContent)) throw error;
    report(`search and links of space ${spaceId} cannot be compared: ${error.message}`);
    return false;
  } finally {
    await endUnchanged(transaction);
  }
}

async function endUnchanged(transaction: Transaction): Promise<void> {
  await transaction.release(await transaction.rollback());
}
