import { sameJson } from '../../domain/content/objects/json.ts';
import {
  Conflict,
  DomainError,
  PreconditionFailed,
  StaleWrite,
  TransactionAborted,
} from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import type { Clock } from '../../ports/kernel/clock.ts';
import type { EventContext } from '../../ports/kernel/events.ts';
import type { UnitOfWork, Work } from '../../ports/kernel/unit-of-work.ts';
import type { Caller } from '../../ports/permissions.ts';
import type { IdempotentRequest } from './idempotency.ts';
import { retrying } from './retry.ts';
import type { Command, QueryContext } from './use-case.ts';

/** Age that the authorization of a command may have when it is stored, in milliseconds. */
const MAX_AUTHORIZATION_AGE_MS = 500;

/** Demands of a caller on the execution of a command. */
export interface CommandOptions<Output> {
  /** Throws where the state that the command is bound to no longer exists; nothing is stored then. */
  readonly condition?: (() => Promise<void>) | undefined;
  /** Set for a request that its sender may repeat. */
  readonly idempotency?: IdempotentRequest<Output> | undefined;
}

/** Dependencies of the execution of commands. */
export interface CommandDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
}

/** One execution of an authorized command: prepares it, runs it in a unit of work, and repeats it after a lost race. */
export class CommandExecution<Input, Output> {
  /** Context of the latest authorization; undefined when the scope no longer exists for the caller. */
  #current: QueryContext<any> | undefined;
  readonly #events: EventContext;
  readonly #caller: Caller | undefined;

  /**
   * @param authorized context of the authorization before the execution
   * @param authorize authorizes the command as of now; undefined where it has a result for a scope that does not exist
   */
  constructor(
    private readonly dependencies: CommandDependencies,
    private readonly useCase: Command<Input, Output>,
    private readonly input: Input,
    private readonly options: CommandOptions<Output>,
    private readonly authorized: QueryContext<any>,
    private readonly authorize: () => Promise<QueryContext<any> | undefined>,
  ) {
    this.#current = authorized;
    this.#events = eventContext(authorized);
    this.#caller = (authorized.scope as { readonly caller?: Caller }).caller;
  }

  /**
   * Executes the command.
   * @throws RequestRepeated when the request was carried out before; Conflict where the resource moved to another
   * organization; PreconditionFailed; and what the command throws
   */
  async run(): Promise<Output> {
    const { condition, idempotency } = this.options;
    try {
      return await this.#prepareAndRun();
    } catch (error) {
      // The reason may be that the same request was carried out while this one prepared or waited for a lock.
      if (idempotency !== undefined && error instanceof DomainError) await this.#transact(this.#requireFirst);
      throw condition !== undefined && error instanceof StaleWrite ? new PreconditionFailed(error.message) : error;
    }
  }

  async #prepareAndRun(): Promise<Output> {
    const { useCase, input, options } = this;
    // Preparing may take long, and may have effects on other servers.
    if (options.idempotency !== undefined && useCase.prepare !== undefined) await this.#transact(this.#requireFirst);
    const prepared = await useCase.prepare?.(this.authorized, input);
    const isBound =
      options.condition !== undefined || (input as { ifMatch?: string } | undefined)?.ifMatch !== undefined;
    return retrying(
      () => this.#transact((work) => this.#runWithin(work, prepared)),
      (error) => error instanceof TransactionAborted || (error instanceof StaleWrite && !isBound),
    );
  }

  async #runWithin(work: Work, prepared: unknown): Promise<Output> {
    const { useCase, input } = this;
    const { condition, idempotency } = this.options;
    if (useCase.prepare !== undefined) this.#current = await this.#reauthorize();
    const context = this.#current;
    if (context === undefined) return useCase.whenNotFound!;
    await this.#requireFirst(work);
    const renew = async (): Promise<boolean> => {
      this.#current = await this.authorize();
      return this.#current !== undefined && hasSameRights(this.#current, context);
    };
    const lockedWork = useCase.requires === 'nothing' ? work : authorizedAfterLocks(work, renew);
    const output = await useCase.run({ ...context, work: lockedWork }, input, prepared);
    if (this.#caller !== undefined) await idempotency?.store(work, this.#caller, this.authorized.now, output);
    if (useCase.requires !== 'nothing' && this.#isOutdated(this.#current) && !(await renew()))
      throw new TransactionAborted();
    // A change that is committed after this check makes the write stale, because it is based on what was read before.
    await condition?.();
    return output;
  }

  readonly #requireFirst = async (work: Work): Promise<void> => {
    if (this.#caller !== undefined)
      await this.options.idempotency?.requireFirst(work, this.#caller, this.authorized.now);
  };

  #transact<T>(task: (work: Work) => Promise<T>): Promise<T> {
    return this.dependencies.unitOfWork.run(this.#events, task);
  }

  /**
   * Authorizes the command again inside its unit of work: preparing may have taken a minute, in which the caller was
   * removed, disabled or demoted, the credential revoked, or the resource locked. The result has the facts as of now.
   * @throws Conflict where the resource moved to another organization
   */
  async #reauthorize(): Promise<QueryContext<any> | undefined> {
    const current = await this.authorize();
    if (current !== undefined && organizationOf(current) !== organizationOf(this.authorized))
      throw new Conflict('the resource was moved to another organization; retry the request');
    return current;
  }

  /**
   * Tells whether the command has gone on for so long since its authorization that it is authorized again before it is
   * stored, such as one that waited for the lock of a branch.
   */
  #isOutdated(context: QueryContext<any> | undefined): boolean {
    if (context === undefined) return true;
    const age = Date.parse(this.dependencies.clock.now()) - Date.parse(context.now);
    // The clock may have been set back.
    return age < 0 || age > MAX_AUTHORIZATION_AGE_MS;
  }
}

/** Organization in whose scope a use case runs. */
export const organizationOf = ({ scope }: QueryContext<any>): Id | undefined =>
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
 * Tells whether a caller has the same rights in two contexts; locking a space ends the right to edit its primary
 * content. A resource that moved to another organization counts as unchanged: the command does not find it in the one
 * that it was in.
 */
function hasSameRights(one: QueryContext<any>, other: QueryContext<any>): boolean {
  const rightsIn = ({ scope }: QueryContext<any>) => {
    const { caller, level, siteLevel, access, space } = scope as Partial<Record<string, any>>;
    return { caller, level, siteLevel, role: access?.role, editMode: space?.state.editMode };
  };
  return organizationOf(one) !== organizationOf(other) || sameJson(rightsIn(one), rightsIn(other));
}

/** Facts that the events of a use case are recorded with. */
export function eventContext({ scope, now, requestId, address }: QueryContext<any>): EventContext {
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
