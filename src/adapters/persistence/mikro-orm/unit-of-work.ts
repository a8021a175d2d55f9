import type { Aggregate, State } from '../../../domain/kernel/aggregate.ts';
import { NotFound, StaleWrite } from '../../../domain/kernel/errors.ts';
import type { EventContext } from '../../../ports/kernel/events.ts';
import type { Repository } from '../../../ports/kernel/repository.ts';
import type { UnitOfWork, Work } from '../../../ports/kernel/unit-of-work.ts';
import { personOf, type EventRow, RecordedEvents } from '../events.ts';
import { PgBranches } from './content/branches.ts';
import { PgChangeRequests } from './change-requests/change-requests.ts';
import { Contention } from './kernel/contention.ts';
import { PgCounters } from './kernel/counters.ts';
import type { Database } from './kernel/database.ts';
import { PgIdempotentAnswers } from './kernel/idempotent-answers.ts';
import { PgJobs } from './kernel/jobs.ts';
import { KeyedPlaces } from './kernel/keyed-places.ts';
import { PgMergeChecks } from './change-requests/merge-checks.ts';
import { PgProjectionBacklog } from './content/projection-backlog.ts';
import { LoadedRows } from './kernel/loaded-rows.ts';
import { MikroRepository, type RepositoryContext } from './kernel/repository.ts';
import { PgSiblings } from './collections.ts';
import { PgSpacePurger } from './spaces/space-purger.ts';
import { PgAccountPurger } from './users.ts';
import { PgTokenRevoker } from './sessions.ts';
import { PgDeliveryPurger } from './webhooks.ts';
import { writeError } from './kernel/database-errors.ts';
import { statement } from './kernel/sql.ts';
import { BACKGROUND_LIMITS } from './kernel/statement-limits.ts';
import { eventsColumn, STORE_EVENTS, STORE_EVENTS_OF_PERSONS } from './kernel/store-events.ts';
import { TABLES, type Table } from './kernel/tables.ts';
import { Transaction } from './kernel/transaction.ts';

/** Time that a command waits for the other commands of its space. */
const WAIT_FOR_SPACE_MS = 10_000;

const STORE = statement(STORE_EVENTS(1));
const STORE_OF_PERSONS = statement(STORE_EVENTS_OF_PERSONS);
const LOCK_NAMES = statement('SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))::text AS locked');
const LOCKABLE = {
  organizations: statement('SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE'),
  sites: statement('SELECT 1 FROM sites WHERE id = $1 FOR UPDATE'),
  gitSyncs: statement('SELECT 1 FROM git_syncs WHERE id = $1 FOR UPDATE'),
  comments: statement('SELECT 1 FROM comments WHERE id = $1 FOR UPDATE'),
  // The weaker lock lets rows be inserted that name the user as their author.
  users: statement('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE'),
};

/** READ COMMITTED transaction; `version` columns and compare-and-set detect concurrent writes. */
export class MikroUnitOfWork implements UnitOfWork {
  readonly #contention = new Contention();
  readonly #places: KeyedPlaces;

  constructor(private readonly database: Pick<Database, 'commands' | 'orm'>) {
    this.#places = new KeyedPlaces(Math.ceil(this.database.commands.options.max / 2), WAIT_FOR_SPACE_MS);
  }

  /**
   * @throws DatabaseUnavailable, also when the commands of one space wait too long for each other: they take half of
   * the connections at most, so that a space whose branch is locked does not stop the others
   */
  async run<T>(context: EventContext, task: (work: Work) => Promise<T>): Promise<T> {
    if (context.spaceId === null) return this.#run(context, task);
    return this.#places.run(context.spaceId, () => this.#run(context, task));
  }

  async #run<T>(context: EventContext, task: (work: Work) => Promise<T>): Promise<T> {
    // Without a request, nobody waits.
    const limits = context.requestId === null ? BACKGROUND_LIMITS : undefined;
    const transaction = new Transaction(this.database.commands, this.database.orm, limits);
    const events = new RecordedEvents(context);
    const branches = new PgBranches(transaction, events);
    const repositoryContext = { transaction, events, loaded: new LoadedRows() };
    const changeRequests = new PgChangeRequests({ ...repositoryContext, branches, contention: this.#contention });
    const work = workOn(repositoryContext, { branches, changeRequests });
    let isUsable = true;
    try {
      const result = await task(work);
      await storeEvents(transaction, events.take());
      await transaction.commit();
      return result;
    } catch (error) {
      isUsable = await transaction.rollback(error);
      const translated = writeError(error, transaction.mayHaveCommitted);
      if (translated instanceof StaleWrite) changeRequests.onConflict();
      throw translated;
    } finally {
      await transaction.release(isUsable);
    }
  }
}

/**
 * Creates the repositories and services of one unit of work. They are written out because building them from the list of
 * tables would take longer than everything else before the first statement.
 */
function workOn(
  context: RepositoryContext,
  { branches, changeRequests }: Pick<Work, 'branches' | 'changeRequests'>,
): Work {
  const { transaction, events } = context;
  const on = <A extends Aggregate<S>, S extends State>(table: Table<A, S>): Repository<A, S> =>
    new MikroRepository(table, context);
  return {
    users: on(TABLES.users),
    apiTokens: on(TABLES.apiTokens),
    organizations: on(TABLES.organizations),
    members: on(TABLES.members),
    emailDomains: on(TABLES.emailDomains),
    organizationKeys: on(TABLES.organizationKeys),
    teams: on(TABLES.teams),
    teamMembers: on(TABLES.teamMembers),
    grants: on(TABLES.grants),
    collections: on(TABLES.collections),
    spaces: on(TABLES.spaces),
    changeRequests,
    reviews: on(TABLES.reviews),
    reviewRequests: on(TABLES.reviewRequests),
    gitSyncs: on(TABLES.gitSyncs),
    gitFollows: on(TABLES.gitFollows),
    sites: on(TABLES.sites),
    siteSections: on(TABLES.siteSections),
    siteSectionGroups: on(TABLES.siteSectionGroups),
    siteExternalLinks: on(TABLES.siteExternalLinks),
    siteSpaces: on(TABLES.siteSpaces),
    siteCustomizations: on(TABLES.siteCustomizations),
    siteRedirects: on(TABLES.siteRedirects),
    siteMcpServers: on(TABLES.siteMcpServers),
    customFonts: on(TABLES.customFonts),
    organizationImages: on(TABLES.organizationImages),
    siteShareLinks: on(TABLES.siteShareLinks),
    sitePublishingAuths: on(TABLES.sitePublishingAuths),
    siteAdaptiveSchemas: on(TABLES.siteAdaptiveSchemas),
    comments: on(TABLES.comments),
    commentReplies: on(TABLES.commentReplies),
    samlProviders: on(TABLES.samlProviders),
    samlIdentities: on(TABLES.samlIdentities),
    consumedTokens: on(TABLES.consumedTokens),
    uploads: on(TABLES.uploads),
    importRuns: on(TABLES.importRuns),
    importReports: on(TABLES.importReports),
    openapiSpecs: on(TABLES.openapiSpecs),
    openapiSpecVersions: on(TABLES.openapiSpecVersions),
    credentials: on(TABLES.credentials),
    invites: on(TABLES.invites),
    translations: on(TABLES.translations),
    pageReviews: on(TABLES.pageReviews),
    glossaryEntries: on(TABLES.glossaryEntries),
    webhooks: on(TABLES.webhooks),
    webhookDeliveries: on(TABLES.webhookDeliveries),
    branches,
    events,
    counters: new PgCounters(transaction),
    jobs: new PgJobs(transaction),
    mergeChecks: new PgMergeChecks(transaction),
    projectionBacklog: new PgProjectionBacklog(transaction),
    siblings: new PgSiblings(transaction),
    spacePurger: new PgSpacePurger(transaction),
    tokenRevoker: new PgTokenRevoker(transaction),
    accountPurger: new PgAccountPurger(transaction),
    deliveryPurger: new PgDeliveryPurger(transaction),
    idempotentAnswers: new PgIdempotentAnswers(transaction),
    async lock(kind, id) {
      const [locked] = await transaction.rows(LOCKABLE[kind], [id]);
      if (locked === undefined) throw new NotFound(TABLES[kind].type.kind, id);
    },
    async lockNames(names) {
      await transaction.rows(LOCK_NAMES, [names]);
    },
  };
}

async function storeEvents(transaction: Transaction, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return;
  const store = events.some((event) => personOf(event) !== undefined) ? STORE_OF_PERSONS : STORE;
  await transaction.defer(store, [eventsColumn(events)]);
}
