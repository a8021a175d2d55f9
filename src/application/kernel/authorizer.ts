import { digestOf } from '../../domain/content/objects/hash.ts';
import { effectiveLevel, type AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { Level } from '../../domain/permissions/level.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import { isAllowed, POLICY } from '../../domain/permissions/policy.ts';
import { Forbidden, NotFound, SsoRequired, Unauthenticated } from '../../domain/kernel/errors.ts';
import { isId, type Id, type OrganizationId, type UserId } from '../../domain/kernel/id.ts';
import { isRestorable } from '../../domain/spaces.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import type { Caller, CallerResolver, ResolvedCaller, SiteGrants, SpaceRow } from '../../ports/permissions.ts';
import type { Reads, Services } from './services.ts';
import type { InSiteScope, Scope, SiteVisitor } from './scope.ts';
import { needsFullToken, type UseCase } from './use-case.ts';

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

/** Origin of a request: its bearer secret as it was sent, and the id under which it is logged. */
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
  /** Receives the caller as soon as the credential is found valid, before the operation is authorized; may refuse it. */
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

/** Decides whether a caller may carry out a use case. */
export class Authorizer {
  constructor(
    private readonly access: CallerResolver,
    private readonly visitors: VisitorResolver,
    private readonly reads: Pick<Reads, 'spacesOf'>,
    private readonly services: Pick<Services, 'clock' | 'tokens'>,
  ) {}

  /**
   * Finds the caller behind a token.
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

  /**
   * Authorizes a use case in its scope, and returns the facts about both.
   * @throws Unauthenticated, NotFound (also for what the caller may not see), Forbidden
   */
  async authorize(useCase: UseCase, scope: Scope, origin: Origin, now: string): Promise<unknown> {
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
    const { level, siteLevel } = typeof scope === 'object' ? levelsIn(scope, place, now) : NO_LEVELS;
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
      ? await this.reads.spacesOf.findSpaces(organizationId, [scope.space])
      : [];
    if (space === undefined) throw new NotFound('space');
    return { ...facts, space: spaceForVisitor(space, visitor) };
  }

  /** Finds the visitor behind a content token, and counts the request. @throws Unauthenticated */
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

  /** Resolves the caller behind a token and the access to a place; an id that cannot exist resolves the caller alone. */
  #resolve(scope: Scope, tokenHash: string, now: string): Promise<ResolvedCaller<PlaceFacts> | undefined> {
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

/** Facts about a place besides the caller's access to it. */
type PlaceFacts = { readonly space?: SpaceRow } & Partial<SiteGrants>;
type ResolvedPlace = NonNullable<ResolvedCaller<PlaceFacts>['scope']>;

/** The caller's level in a place, and on the site if the place is one. */
interface PlaceLevels {
  readonly level: Level | undefined;
  readonly siteLevel?: Level;
}
/** Levels in scopes that are no place. */
const NO_LEVELS: PlaceLevels = { level: undefined };

/**
 * Computes the caller's levels in a place.
 * @throws NotFound for a place that does not exist or that the caller may not see, SsoRequired
 */
function levelsIn(scope: Exclude<Scope, string>, place: ResolvedPlace | undefined, now: string): PlaceLevels {
  const [kind, id] = Object.entries(scope)[0] as [string, string];
  if (place === undefined) throw new NotFound(kind, id);
  const { access, ssoRequired, siteGrants } = place;
  const level = effectiveLevel(access);
  const isVisible =
    kind === 'organization' ? access.role !== undefined : level !== undefined && !isHidden(scope, place, level, now);
  if (!isVisible) throw new NotFound(kind, id);
  if (ssoRequired) throw new SsoRequired();
  if (!isInSite(scope)) return { level };
  const siteLevel = effectiveLevel({ ...access, grantedLevels: siteGrants ?? [] });
  if (siteLevel === undefined) throw new NotFound('site');
  return { level, siteLevel };
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

/** Tells whether a space is deleted, unless the caller can restore it and the operation includes deleted spaces. */
function isHidden(scope: Scope, { space }: { readonly space?: SpaceRow }, level: Level, now: string): boolean {
  const deletedAt = space?.state.deletedAt ?? null;
  if (deletedAt === null) return false;
  const includesDeleted = typeof scope === 'object' && 'evenDeleted' in scope;
  return !(
    includesDeleted &&
    isRestorable(deletedAt, now) &&
    isAllowed('space:admin', { level, member: true, operator: false })
  );
}

const isInSite = (scope: Scope): scope is InSiteScope => typeof scope === 'object' && 'site' in scope;

/** Returns the kind of scope in which the policy grants permissions. */
function areaOf(scope: Scope): string {
  if (isInSite(scope)) return 'site';
  if (typeof scope === 'object') return Object.keys(scope)[0] as string;
  return scope === 'self' ? 'user' : scope;
}
