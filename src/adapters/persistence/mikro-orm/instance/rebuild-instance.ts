import { pageIdsOf, updateProjections } from '../../../../application/content/projections/update-projections.ts';
import { read } from '../../../../application/content/reading.ts';
import type { JobContext } from '../../../../application/kernel/job.ts';
import { StaleWrite, TransactionAborted } from '../../../../domain/kernel/errors.ts';
import { CorruptContent } from '../../../../domain/content/objects/content-object.ts';
import type { SpaceId } from '../../../../domain/kernel/id.ts';
import { PgBranches } from '../content/branches.ts';
import { PgContentStore } from '../content/objects.ts';
import type { Database } from '../kernel/database.ts';
import { rows, statement } from '../kernel/sql.ts';
import { BACKGROUND_LIMITS } from '../kernel/statement-limits.ts';
import { Transaction } from '../kernel/transaction.ts';
import { PgLinkReads } from '../links.ts';
import { MikroUnitOfWork } from '../unit-of-work.ts';
import { DERIVED_COUNTS } from './derived-counts.ts';

/** Spaces to rebuild: all, those of an organization, or one. */
export interface RebuildSelection {
  readonly organizationId?: string | undefined;
  readonly spaceId?: string | undefined;
}

const SPACES = statement(
  `SELECT s.id FROM spaces s JOIN branches b ON b.id = s.id
   WHERE ($1::text IS NULL OR s.organization_id = $1) AND ($2::text IS NULL OR s.id = $2) ORDER BY s.id`,
);
const FORGET_OTHER_PAGES = statement('DELETE FROM page_search WHERE space_id = $1 AND NOT page_id = ANY($2::text[])');
const FORGET_WORDS = statement('DELETE FROM search_words WHERE space_id = $1');
const START_AGAIN = statement(
  `WITH ahead AS (UPDATE branches SET ahead = true WHERE id = $1)
   INSERT INTO projection_backlog (space_id) VALUES ($1) ON CONFLICT (space_id) DO UPDATE SET links_from = NULL, links_to = NULL`,
);
const CORRECTIONS = DERIVED_COUNTS.flatMap(({ correct }) => correct.map((text) => statement(text)));

/**
 * Builds search rows, links and counts of spaces anew from their content, while the instance runs. Searches find the
 * rows from before until those of their space are replaced, and lists of links are incomplete meanwhile.
 * @param report called after each space
 * @returns number of rebuilt spaces
 * @throws CorruptContent with one line for each space whose content cannot be read, after all others are rebuilt
 */
export async function rebuildInstance(
  database: Database,
  { organizationId, spaceId }: RebuildSelection,
  report: (spaceId: string) => void = () => {},
): Promise<number> {
  const spaces = await rows<{ id: SpaceId }>(database.reads, SPACES, [organizationId ?? null, spaceId ?? null]);
  const unreadable: string[] = [];
  for (const { id } of spaces)
    try {
      await rebuildSpace(database, id);
      report(id);
    } catch (error) {
      if (!(error instanceof CorruptContent)) throw error;
      unreadable.push(`space ${id} cannot be rebuilt: ${error.message}`);
    }
  if (unreadable.length > 0) throw new CorruptContent(unreadable.join('\n'));
  return spaces.length;
}

async function rebuildSpace(database: Database, spaceId: SpaceId): Promise<void> {
  const content = new PgContentStore(database.reads);
  await inTransaction(database, async (transaction, branches) => {
    const [head] = await branches.lock(spaceId, spaceId);
    const pages = await read(content, pageIdsOf(head!.content));
    await transaction.rows(FORGET_OTHER_PAGES, [spaceId, pages]);
    await transaction.rows(FORGET_WORDS, [spaceId]);
    await transaction.rows(START_AGAIN, [spaceId]);
  });
  await updateProjections(createContext(database, content), spaceId);
  await inTransaction(database, async (transaction, branches) => {
    await branches.lock(spaceId, spaceId);
    for (const correction of CORRECTIONS) await transaction.rows(correction, [spaceId]);
  });
}

async function inTransaction(
  database: Database,
  task: (transaction: Transaction, branches: PgBranches) => Promise<void>,
): Promise<void> {
  const transaction = new Transaction(database.commands, database.orm, BACKGROUND_LIMITS);
  let isUsable = true;
  try {
    await task(transaction, new PgBranches(transaction));
    await transaction.commit();
  } catch (error) {
    isUsable = await transaction.rollback(error);
    throw error;
  } finally {
    await transaction.release(isUsable);
  }
}

/** Attempts of a transaction that loses races against writers. */
const ATTEMPTS = 10;

function createContext(database: Database, content: PgContentStore): JobContext<'content'> {
  const unitOfWork = new MikroUnitOfWork(database);
  const now = (): string => new Date().toISOString();
  const transact: JobContext['transact'] = async ({ organizationId, spaceId }, task) => {
    for (let attempt = 1; ; attempt++)
      try {
        const context = { organizationId, spaceId, actorId: null, tokenId: null, requestId: null, at: now() };
        return await unitOfWork.run(context, task);
      } catch (error) {
        const isLostRace = error instanceof StaleWrite || error instanceof TransactionAborted;
        if (!isLostRace || attempt === ATTEMPTS) throw error;
      }
  };
  const read = { links: new PgLinkReads(database.reads) };
  const { signal } = new AbortController();
  return {
    content,
    read,
    now: now(),
    signal,
    attempt: 1,
    lastAttempt: false,
    transact,
  } as unknown as JobContext<'content'>;
}
