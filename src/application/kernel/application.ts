import { sameJson } from '../../domain/content/objects/json.ts';
import type { Level } from '../../domain/permissions/level.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { effectiveLevel, type AccessFacts } from '../../domain/permissions/access-facts.ts';
import { isAllowed, POLICY } from '../../domain/permissions/policy.ts';
import {
  Conflict,
  DomainError,
  Forbidden,
  NotFound,
  PreconditionFailed,
  SsoRequired,
  StaleWrite,
  TransactionAborted,
  Unauthenticated,
} from '../../domain/kernel/errors.ts';
import { isId, type Id, type OrganizationId, type UserId } from '../../domain/kernel/id.ts';
import { isRestorable } from '../../domain/spaces.ts';
import { digestOf } from '../../domain/content/objects/hash.ts';
import type { CallerResolver, Caller, ResolvedCaller, SiteGrants, SpaceRow } from '../../ports/permissions.ts';
import type { EventContext } from '../../ports/kernel/events.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import type { UnitOfWork, Work } from '../../ports/kernel/unit-of-work.ts';
import { ClientGone, currentClient, forAllClients } from './abandonment.ts';
import type { IdempotentRequest } from './idempotency.ts';
import { retrying } from './retry.ts';
import { servicesFor, type Reads, type Services } from './services.ts';
import { needsFullToken, type Command, type Query, type QueryContext, type UseCase } from './use-case.ts';
import { type InSiteScope, type Scope, type SiteVisitor } from './scope.ts';

/** Age that the authorization of a command may have when it is stored, in milliseconds. */
const MAX_AUTHORIZATION_AGE_MS = 500;

/** Counts of a request against the limits of its caller. Each method throws TooManyRequests; repeating it changes nothing. */
export interface Admission {
  /** Counts for the token and its user. */
  identified(caller: Caller): Promise<void> | undefined;
  /** Counts for the organization in which the request is allowed. */
  authorized(organizationId: OrganizationId): Promise<void>;
}

/** Caller of an authorized operation, who is shown its output. */
export interface Reader {
  readonly userId: UserId;
  /** Set when the caller is a guest of the organization that the operation takes place in. */
  readonly isGuest: boolean;
  /** Organization that the operation takes place in. */
  readonly organizationId?: OrganizationId | undefined;
}

/** Who asks: the bearer secret as it came, and the id under which the request is logged. */
export interface Origin {
  readonly secret?: string;
  readonly requestId: string;
  /** The caller's IP address. */
  readonly address?: string;
  /** Limits that the request counts against; absent: none. */
  readonly admission?: Admission | undefined;
  /** Takes a place for a query that takes long; the result frees it. Absent: the query needs none. */
  readonly enter?: ((consumer: ResourceConsumer) => Promise<() => void>) | undefined;
  /** Receives the caller as soon as the operation is authorized. */
  readonly onReader?: (reader: Reader) => void;
  /** Receives the caller as soon as the credential is found valid, before the operation is authorized. */
  readonly onCaller?: (caller: Caller) => void;
}

/** Finds the visitor of a site behind a content token. */
export interface VisitorResolver {
  /** Tells whether a bearer secret has the form of a content token. */
  isContentToken(secret: string): boolean;
  /**
   * Returns the visitor with the parts that the site shows them now; undefined when the token is not valid, or the link,
   * claim or account that admitted the visitor is no longer valid.
   */
  resolve(token: string, now: string): Promise<SiteVisitor | undefined>;
}

/** Demands of a caller on the execution of a command. */
export interface CommandOptions<Output> {
  /** Throws where the state that the command is bound to no longer exists; nothing is stored then. */
  readonly condition?: (() => Promise<void>) | undefined;
  /** Set for a request that its sender may repeat. */
  readonly idempotency?: IdempotentRequest<Output> | undefined;
}

/** The one place where a use case is authorized and made atomic. */
export class Application {
  constructor(
    private readonly access: CallerResolver,
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: Reads,
    private readonly services: Services,
    private readonly visitors: VisitorResolver,
  ) {}

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
    const facts = await this.#authorize(useCase, useCase.scope(input), origin, now).catch((error: unknown) => {
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
  async requireCaller({ secret, admission, onCaller }: Origin, useCase?: UseCase): Promise<Caller> {
    if (secret !== undefined && this.visitors.isContentToken(secret)) {
      const { caller } = await this.#visitorOf(secret, admission, this.services.clock.now());
      if (useCase !== undefined) requireOpenToVisitors(useCase);
      return caller;
    }
    const resolved =
      secret === undefined
        ? undefined
        : await this.access.inInstance(this.services.tokens.hash(secret), this.services.clock.now());
    if (resolved === undefined) throw new Unauthenticated();
    onCaller?.(resolved.caller);
    await admission?.identified(resolved.caller);
    if (useCase !== undefined && needsFullToken(useCase) && resolved.caller.readOnly) throw readOnlyToken(useCase);
    return resolved.caller;
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

  async #authorize(useCase: UseCase, scope: Scope, origin: Origin, now: string): Promise<unknown> {
    const { requires } = useCase;
    if (requires === 'nothing') {
      if (scope !== 'public') throw new Error('an operation that requires nothing has the scope public');
      return useCase.identifiesCaller === true && origin.secret !== undefined
        ? { caller: await this.requireCaller(origin, useCase) }
        : {};
    }
    if (origin.secret === undefined) throw new Unauthenticated();
    if (this.visitors.isContentToken(origin.secret)) return this.#authorizeVisitor(useCase, scope, origin, now);
    const resolved = await this.#resolve(scope, this.services.tokens.hash(origin.secret), now);
    if (resolved === undefined) throw new Unauthenticated();
    const { caller, scope: place } = resolved;
    origin.onCaller?.(caller);
    await origin.admission?.identified(caller);
    const [what, id] = typeof scope === 'object' ? (Object.entries(scope)[0] as [string, string]) : [];

    let level;
    let siteLevel;
    if (what !== undefined) {
      if (place === undefined) throw new NotFound(what, id);
      level = effectiveLevel(place.access);
      const visible =
        what === 'organization'
          ? place.access.role !== undefined
          : level !== undefined && !isHidden(scope, place, level, now);
      if (!visible) throw new NotFound(what, id);
      if (place.ssoRequired) throw new SsoRequired();
      if (isInSite(scope)) {
        siteLevel = effectiveLevel({ ...place.access, grantedLevels: place.siteGrants ?? [] });
        if (siteLevel === undefined) throw new NotFound('site');
      }
    }
    if (POLICY[requires].scope !== areaOf(scope))
      throw new Error(`${requires} is not asked for in the scope ${JSON.stringify(scope)}`);
    const rights = {
      level: siteLevel ?? level,
      member: place?.access.role !== undefined,
      operator: caller.operator,
      confined: caller.confinedTo !== null,
    };
    if (!isAllowed(requires, rights)) throw new PermissionRequired(requires);
    if (caller.readOnly && needsFullToken(useCase)) throw readOnlyToken(useCase);
    if (place !== undefined) await origin.admission?.authorized(place.organizationId);
    origin.onReader?.({
      userId: caller.userId,
      isGuest: place?.access.role === null && !caller.operator,
      organizationId: place?.organizationId,
    });
    return { ...place, level, caller, ...(siteLevel !== undefined && { siteLevel }) };
  }

  /**
   * Authorizes a visitor of a site to read what the site shows.
   * @throws Unauthenticated, Forbidden for operations that are not open to visitors, NotFound for places that are not of
   * the site or hidden from the visitor
   */
  async #authorizeVisitor(useCase: UseCase, scope: Scope, origin: Origin, now: string): Promise<unknown> {
    const { visitor, caller } = await this.#visitorOf(origin.secret!, origin.admission, now);
    requireOpenToVisitors(useCase);
    const { organizationId } = visitor;
    const access: AccessFacts = { role: null, grantedLevels: ['read'], defaultLevel: 'inherit' };
    const facts = { caller, visitor, organizationId, access, ssoRequired: false, level: 'read' as const };
    origin.onCaller?.(caller);
    origin.onReader?.({ userId: caller.userId, isGuest: true, organizationId });
    if (typeof scope === 'object' && 'organization' in scope) {
      if (scope.organization !== organizationId) throw new NotFound('organization');
      if (!isInSite(scope)) return facts;
      if (scope.site !== visitor.siteId) throw new NotFound('site');
      return { ...facts, siteLevel: 'read' as const };
    }
    if (typeof scope !== 'object' || !('space' in scope))
      throw new Error(`visitors call no operations in the scope ${JSON.stringify(scope)}`);
    const [space] = visitor.siteSpaces.has(scope.space)
      ? await this.reads.library.findSpaces(organizationId, [scope.space])
      : [];
    if (space === undefined) throw new NotFound('space');
    return { ...facts, space: spaceForVisitor(space, visitor) };
  }

  async #visitorOf(
    token: string,
    admission: Admission | undefined,
    now: string,
  ): Promise<{ readonly visitor: SiteVisitor; readonly caller: Caller }> {
    const visitor = await this.visitors.resolve(token, now);
    if (visitor === undefined) throw new Unauthenticated();
    const digest = digestOf(token).slice(0, 20);
    // Requests count against the token alone, so that no visitor uses up the requests of the others.
    const caller: Caller = {
      userId: `visitor ${digest}`,
      via: null,
      tokenId: digest,
      readOnly: true,
      operator: false,
      confinedTo: visitor.organizationId,
    };
    await admission?.identified(caller);
    return { visitor, caller };
  }

  #resolve(
    scope: Scope,
    tokenHash: string,
    now: string,
  ): Promise<
    ResolvedCaller<{ readonly access: AccessFacts; readonly space?: SpaceRow } & Partial<SiteGrants>> | undefined
  > {
    const known = (id: Id, resolve: () => Promise<ResolvedCaller<any> | undefined>) =>
      isId(id) ? resolve() : this.access.inInstance(tokenHash, now);
    if (typeof scope === 'string')
      return this.access.inInstance(tokenHash, now) as Promise<ResolvedCaller<any> | undefined>;
    if ('space' in scope) {
      const { space, changeRequest } = scope;
      return known(space, () =>
        changeRequest === undefined
          ? this.access.inSpace(tokenHash, space, now)
          : this.access.inChangeRequest(tokenHash, space, changeRequest, now),
      );
    }
    if ('collection' in scope)
      return known(scope.collection, () => this.access.inCollection(tokenHash, scope.collection, now));
    const { organization } = scope;
    return known(organization, () =>
      isInSite(scope) && isId(scope.site)
        ? this.access.inSite(tokenHash, organization, scope.site, now)
        : this.access.inOrganization(tokenHash, organization, now),
    );
  }
}

/** @throws Forbidden unless visitors of sites may call the operation */
function requireOpenToVisitors(useCase: UseCase): void {
  if (useCase.kind !== 'query' || useCase.openToVisitors !== true)
    throw new Forbidden('an API token: a content token reads the content of its site only');
}

/** Returns a space without the fields that only its members see. */
export const spaceForVisitor = (space: SpaceRow, visitor: SiteVisitor): SpaceRow => ({
  ...space,
  // Merge rules name members.
  state: { ...space.state, mergeRules: null },
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  gitSync: visitor.spacesWithEditLinks.has(space.state.id) ? space.gitSync : null,
});

const readOnlyToken = ({ kind }: UseCase): Forbidden =>
  new Forbidden(`${kind === 'command' ? 'write' : 'secrets'}: the API token is read-only`);

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

/** A deleted space is there for those alone who can restore it, and only where an operation has to do with that. */
function isHidden(scope: Scope, { space }: { readonly space?: SpaceRow }, level: Level, now: string): boolean {
  const deletedAt = space?.state.deletedAt ?? null;
  if (deletedAt === null) return false;
  const meant = typeof scope === 'object' && 'evenDeleted' in scope;
  return !(meant && isRestorable(deletedAt, now) && isAllowed('space:admin', { level, member: true, operator: false }));
}

const isInSite = (scope: Scope): scope is InSiteScope => typeof scope === 'object' && 'site' in scope;

function areaOf(scope: Scope): string {
  if (isInSite(scope)) return 'site';
  if (typeof scope === 'object') return Object.keys(scope)[0] as string;
  return scope === 'self' ? 'user' : scope;
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
