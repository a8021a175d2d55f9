import { sameJson } from '../../domain/content/objects/json.ts';
import {
  Conflict,
  DomainError,
  NotFound,
  PreconditionFailed,
  StaleWrite,
  TransactionAborted,
} from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import type { EventContext } from '../../ports/kernel/events.ts';
import type { UnitOfWork, Work } from '../../ports/kernel/unit-of-work.ts';
import type { Caller, CallerResolver } from '../../ports/permissions.ts';
import { ClientGone, currentClient, forAllClients } from './abandonment.ts';
import { Authorizer, type Origin, type VisitorResolver } from './authorizer.ts';
import type { IdempotentRequest } from './idempotency.ts';
import { retrying } from './retry.ts';
import { servicesFor, type Reads, type Services } from './services.ts';
import type { Command, Query, QueryContext, UseCase } from './use-case.ts';

/** Age that the authorization of a command may have when it is stored, in milliseconds. */
const MAX_AUTHORIZATION_AGE_MS = 500;

/** Demands of a caller on the execution of a command. */
export interface CommandOptions<Output> {
  /** Throws where the state that the command is bound to no longer exists; nothing is stored then. */
  readonly condition?: (() => Promise<void>) | undefined;
  /** Set for a request that its sender may repeat. */
  readonly idempotency?: IdempotentRequest<Output> | undefined;
}

/** The one place where a use case is authorized and made atomic. */
export class Application {
  readonly #authorizer: Authorizer;

  constructor(
    access: CallerResolver,
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: Reads,
    private readonly services: Services,
    visitors: VisitorResolver,
  ) {
    this.#authorizer = new Authorizer(access, visitors, reads, services);
  }

  /**
   * Finds out who calls and how they stand towards the scope, asks the policy, then runs the use case: a query as it
   * is, a command in a unit of work, again when it lost a race (unless the caller bound it to a state). A query ends when
   * its client disconnects; a command that is authorized is carried out.
   * @throws RequestRepeated with the answer of an idempotent request that was carried out before
   * @throws Unauthenticated, NotFound (also for what the caller may not see), Forbidden, and what the use case throws
   */
  async execute<Input, Output>(
    useCase: UseCase<Input, Output>,
    origin: Origin,
    input: Input,
    options: CommandOptions<Output> = {},
  ): Promise<Output> {
    const context = await this.#contextOf(useCase, origin, input);
    if (context === undefined) return (useCase as Command<Input, Output>).whenNotFound!;
    if (useCase.kind === 'query') return this.#queryInPlace(useCase, origin, context, input);
    return forAllClients(() => this.#commandAnywhere(useCase, origin, context, input, options));
  }

  /** Runs a command, again where its resource moved to another organization meanwhile. */
  async #commandAnywhere<Input, Output>(
    useCase: Command<Input, Output>,
    origin: Origin,
    context: QueryContext<any>,
    input: Input,
    options: CommandOptions<Output>,
  ): Promise<Output> {
    try {
      return await this.#command(useCase, origin, context, input, options);
    } catch (error) {
      // What went to another organization meanwhile is there, and not gone.
      if (!(error instanceof NotFound) || useCase.prepare !== undefined || organizationOf(context) === undefined)
        throw error;
      const again = await this.#contextOf(useCase, origin, input);
      if (again === undefined) return useCase.whenNotFound!;
      if (organizationOf(again) === organizationOf(context)) throw error;
      return this.#command(useCase, origin, again, input, options);
    }
  }

  /** Authorizes a use case and returns its context; undefined where its scope does not exist and it has a result for that. */
  async #contextOf<Input>(
    useCase: UseCase<Input, unknown>,
    origin: Origin,
    input: Input,
  ): Promise<QueryContext<any> | undefined> {
    const now = this.services.clock.now();
    const facts = await this.#authorizer
      .authorize(useCase, useCase.scope(input), origin, now)
      .catch((error: unknown) => {
        if (error instanceof NotFound && 'whenNotFound' in useCase) return undefined;
        throw error;
      });
    return facts === undefined
      ? undefined
      : {
          ...servicesFor(useCase.needs, this.services),
          scope: facts as any,
          read: this.reads,
          now,
          requestId: origin.requestId,
          address: origin.address,
        };
  }

  /**
   * Checks the token of a request before anything of its body is read. `execute` checks again: the body may take long.
   * @throws Unauthenticated unless the token is valid, Forbidden when it is read-only and the use case changes something or hands out a secret
   */
  requireCaller(origin: Origin, useCase?: UseCase): Promise<Caller> {
    return this.#authorizer.requireCaller(origin, useCase);
  }

  async #queryInPlace<Input, Output>(
    useCase: Query<Input, Output>,
    { enter, address }: Origin,
    context: QueryContext<any>,
    input: Input,
  ): Promise<Output> {
    if (enter === undefined) return this.#query(useCase, context, input);
    const { caller } = context.scope as { readonly caller?: Caller };
    const leave = await enter({ organizationId: organizationOf(context), user: caller?.userId ?? address ?? '' });
    try {
      return await this.#query(useCase, context, input);
    } finally {
      leave();
    }
  }

  async #query<Input, Output>(
    useCase: Query<Input, Output>,
    context: QueryContext<any>,
    input: Input,
  ): Promise<Output> {
    // Work that was shared with a client who has gone is done again.
    const output = await retrying(() => useCase.run(context, input), isAbandonedByAnother);
    if (useCase.auditEvent === undefined) return output;
    const event = useCase.auditEvent(input);
    await this.unitOfWork.run(eventContext(context), async ({ events }) => events.record(event));
    return output;
  }

  async #command<Input, Output>(
    useCase: Command<Input, Output>,
    origin: Origin,
    context: QueryContext<any>,
    input: Input,
    { condition, idempotency }: CommandOptions<Output>,
  ): Promise<Output> {
    const events = eventContext(context);
    const { caller } = context.scope as { readonly caller?: Caller };
    const requireFirst = async (work: Work): Promise<void> => {
      if (caller !== undefined) await idempotency?.requireFirst(work, caller, context.now);
    };
    const attempt = async (): Promise<Output> => {
      // Preparing may take long, and may have effects on other servers.
      if (idempotency !== undefined && useCase.prepare !== undefined) await this.unitOfWork.run(events, requireFirst);
      const prepared = await useCase.prepare?.(context, input);
      let current: QueryContext<any> | undefined = context;
      const bound = condition !== undefined || (input as { ifMatch?: string } | undefined)?.ifMatch !== undefined;
      const run = async (work: Work): Promise<Output> => {
        if (useCase.prepare !== undefined) current = await this.#reauthorize(useCase, origin, context, input);
        if (current === undefined) return useCase.whenNotFound!;
        await requireFirst(work);
        const authorized = current;
        const renew = async (): Promise<boolean> => {
          current = await this.#contextOf(useCase, origin, input);
          return current !== undefined && hasSameRights(current, authorized);
        };
        const lockedWork = useCase.requires === 'nothing' ? work : authorizedAfterLocks(work, renew);
        const output = await useCase.run({ ...authorized, work: lockedWork }, input, prepared);
        if (caller !== undefined) await idempotency?.store(work, caller, context.now, output);
        if (useCase.requires !== 'nothing' && this.#isOutdated(current) && !(await renew()))
          throw new TransactionAborted();
        // A change that is committed after this check makes the write stale, because it is based on what was read before.
        await condition?.();
        return output;
      };
      return retrying(
        () => this.unitOfWork.run(events, run),
        (error) => error instanceof TransactionAborted || (error instanceof StaleWrite && !bound),
      );
    };
    return attempt().catch(async (error: unknown) => {
      // The reason may be that the same request was carried out while this one prepared or waited for a lock.
      if (idempotency !== undefined && error instanceof DomainError) await this.unitOfWork.run(events, requireFirst);
      throw condition !== undefined && error instanceof StaleWrite ? new PreconditionFailed(error.message) : error;
    });
  }

  /**
   * Authorizes a command again inside its unit of work: preparing may have taken a minute, in which the caller was
   * removed, disabled or demoted, the credential revoked, or the resource locked. The result has the facts as of now.
   * @returns undefined where the command has an answer for what is absent
   * @throws as `execute`; Conflict where the resource moved to another organization
   */
  async #reauthorize<Input>(
    useCase: UseCase<Input, unknown>,
    origin: Origin,
    before: QueryContext<any>,
    input: Input,
  ): Promise<QueryContext<any> | undefined> {
    const current = await this.#contextOf(useCase, origin, input);
    if (current !== undefined && organizationOf(current) !== organizationOf(before)) {
      throw new Conflict('the resource was moved to another organization; retry the request');
    }
    return current;
  }

  /**
   * Tells whether a command has gone on for so long since its authorization that it is authorized again before it is
   * stored, such as one that waited for the lock of a branch.
   */
  #isOutdated({ now }: Pick<QueryContext<any>, 'now'>): boolean {
    const age = Date.parse(this.services.clock.now()) - Date.parse(now);
    // The clock may have been set back.
    return age < 0 || age > MAX_AUTHORIZATION_AGE_MS;
  }
}

const isAbandonedByAnother = (error: unknown): boolean =>
  error instanceof ClientGone && currentClient()?.hasGone === false;

const organizationOf = ({ scope }: QueryContext<any>): Id | undefined =>
  (scope as { organizationId?: OrganizationId }).organizationId;

/**
 * Returns a unit of work that authorizes the command again after each lock, for which it may have waited.
 * @param renew authorizes; tells whether the caller has the same rights as before
 */
const authorizedAfterLocks = (work: Work, renew: () => Promise<boolean>): Work => ({
  ...work,
  async lock(kind, id) {
    await work.lock(kind, id);
    // What the command has decided rests on the rights it began with.
    if (!(await renew())) throw new TransactionAborted();
  },
});

/**
 * Tells whether a caller has the same rights in two contexts. A resource that moved to another organization counts as
 * unchanged: the command does not find it in the one that it was in.
 */
function hasSameRights(one: QueryContext<any>, other: QueryContext<any>): boolean {
  const rightsIn = ({ scope }: QueryContext<any>) => {
    const { caller, level, siteLevel, access } = scope as Partial<Record<string, any>>;
    return { caller, level, siteLevel, role: access?.role };
  };
  return organizationOf(one) !== organizationOf(other) || sameJson(rightsIn(one), rightsIn(other));
}

function eventContext({ scope, now, requestId, address }: QueryContext<any>): EventContext {
  const { caller, organizationId, space } = scope as {
    caller?: Caller;
    organizationId?: OrganizationId;
    space?: { state: { id: Id } };
  };
  return {
    organizationId: organizationId ?? null,
    spaceId: space?.state.id ?? null,
    actorId: caller?.userId ?? null,
    tokenId: caller?.tokenId ?? null,
    requestId,
    address: address ?? null,
    at: now,
  };
}
