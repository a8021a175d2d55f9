import type { Level } from '../../domain/permissions/level.ts';
import type { DomainEvent } from '../../domain/kernel/aggregate.ts';
import type { Permission } from '../../domain/permissions/policy.ts';
import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { CollectionState } from '../../domain/collections.ts';
import type { VersionedChangeRequest } from '../../ports/change-requests/change-request-reads.ts';
import type { Viewer } from '../../ports/kernel/viewer.ts';
import type { Caller, SpaceRow } from '../../ports/permissions.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Reads, ServiceName, Services } from './services.ts';

/** A space in which an operation takes place. */
export interface InSpaceScope {
  readonly space: Id;
  /** Includes deleted spaces that the caller could still restore; without it a deleted space is not found. */
  readonly evenDeleted?: true;
  /** Id or number of a change request of the space, resolved in the same query. */
  readonly changeRequest?: string;
}
/** Place in which an operation asks for its permission. */
export type Scope =
  'public' | 'self' | 'instance' | { readonly organization: Id } | { readonly collection: Id } | InSpaceScope;

/** Facts about a caller who is known by a token. */
export interface CallerFacts {
  readonly caller: Caller;
}
/** Facts about the caller and the organization of an operation. */
export interface OrganizationFacts extends CallerFacts {
  readonly organizationId: Id;
  /** The caller's level in the scope; `undefined` for a member without one, such as a guest in the organization. */
  readonly level: Level | undefined;
}
/** Facts about the caller and the space of an operation. */
export interface SpaceFacts extends OrganizationFacts {
  readonly level: Level;
  readonly space: SpaceRow;
  readonly access: AccessFacts;
  /** The change request named by the scope; absent when the space has none of that id or number. */
  readonly changeRequest?: VersionedChangeRequest;
}
/** Facts about the caller and the collection of an operation. */
export interface CollectionFacts extends OrganizationFacts {
  readonly level: Level;
  readonly collection: CollectionState;
}

/** Facts that authorizing an operation in a scope of the type `S` yields. */
export type ScopeFacts<S extends Scope> = S extends { readonly space: Id }
  ? SpaceFacts
  : S extends { readonly collection: Id }
    ? CollectionFacts
    : S extends { readonly organization: Id }
      ? OrganizationFacts
      : S extends 'public'
        ? {}
        : CallerFacts;

/** Input that names an organization. */
export interface InOrganization {
  readonly organizationId: Id;
}
/** Input that names a space. */
export interface InSpace {
  readonly spaceId: Id;
}
/** Input that names a collection. */
export interface InCollection {
  readonly collectionId: Id;
}

/** Scope of an operation in the organization named by its input. */
export const inOrganization = ({ organizationId }: InOrganization): { readonly organization: Id } => ({
  organization: organizationId,
});
/** Scope of an operation in the space named by its input. */
export const inSpace = ({ spaceId }: InSpace): { readonly space: Id } => ({ space: spaceId });
/** Scope of an operation in the collection named by its input. */
export const inCollection = ({ collectionId }: InCollection): { readonly collection: Id } => ({
  collection: collectionId,
});
/** Scope of an operation on the caller's own account. */
export const onSelf = (): 'self' => 'self';
/** Scope of an operation of the instance's operators. */
export const inInstance = (): 'instance' => 'instance';
/** Scope of an operation that needs no token. */
export const inPublic = (): 'public' => 'public';

/** The caller as the viewer of an organization's lists. */
export const viewerOf = (caller: Caller, organizationId: Id): Viewer => ({
  organizationId,
  userId: caller.userId,
  via: caller.via,
});

/** Consumer on whose account the operation uses scarce resources. */
export const consumerOf = ({
  organizationId,
  caller,
}: Pick<OrganizationFacts, 'organizationId' | 'caller'>): ResourceConsumer => ({
  organizationId,
  user: caller.userId,
});

/** What a use case runs with: the facts of its scope, committed reads, and the services that it names in `needs`. */
export type QueryContext<S extends Scope, N extends ServiceName = never> = Pick<Services, N> & {
  readonly scope: ScopeFacts<S>;
  readonly read: Reads;
  /** Time of the operation, the same throughout it. */
  readonly now: string;
  readonly requestId: string;
  /** The caller's IP address. */
  readonly address: string | undefined;
};
/** The context of a command, whose `work` is the unit of work that everything is stored with. */
export type CommandContext<S extends Scope, N extends ServiceName = never> = QueryContext<S, N> & {
  readonly work: Work;
};

interface Common<Input, S extends Scope> {
  /** The operationId, which is also the name of the export. */
  readonly name: string;
  /** `nothing` only where no token is needed. */
  readonly requires: Permission | 'nothing';
  /** Services that the context has besides reads and the unit of work; none when absent. */
  readonly needs?: readonly ServiceName[];
  scope(input: Input): S;
}

/** An operation that reads only; runs without a transaction. */
export interface Query<Input, Output, S extends Scope = Scope, N extends ServiceName = any> extends Common<Input, S> {
  readonly kind: 'query';
  run(context: QueryContext<S, N>, input: Input): Promise<Output>;
  /** Event recorded in the audit log after the query succeeded: for data that leaves the instance. */
  auditEvent?(input: Input): DomainEvent;
  /**
   * The output holds something that grants access by itself, beyond the caller's own and to anybody who has it: a key,
   * a signing secret, a preview pass, an invite link. Read-only tokens are refused.
   */
  readonly returnsSecret?: true;
}

/**
 * An operation that changes data in one unit of work. All of `run` is repeated after a lost race, so it has no effects
 * outside the database; what must happen outside first (a download, a stored file) is `prepare`, which runs once.
 * After `prepare` the command is authorized again, and `run` gets the facts as of then: a precondition on them that
 * `prepare` checks to fail early must be checked in `run` too.
 */
export interface Command<
  Input,
  Output,
  S extends Scope = Scope,
  Prepared = any,
  N extends ServiceName = any,
> extends Common<Input, S> {
  readonly kind: 'command';
  prepare?(context: QueryContext<S, N>, input: Input): Promise<Prepared>;
  /** Result where the scope does not exist for the caller, instead of NotFound: deleting an absent resource succeeds. */
  readonly whenNotFound?: Output;
  run(context: CommandContext<S, N>, input: Input, prepared: Prepared): Promise<Output>;
}

export type UseCase<Input = any, Output = any> = Query<Input, Output, any> | Command<Input, Output, any>;

/** Tells whether an operation is refused to read-only tokens: it changes something, or returns a secret. */
export const needsFullToken = (useCase: UseCase): boolean =>
  useCase.kind === 'command' || useCase.returnsSecret === true;

type Definition<UseCaseType, N extends ServiceName> = Omit<UseCaseType, 'kind' | 'needs'> & {
  readonly needs?: readonly N[];
};

/** Defines a query whose callers send `Input`; the other types follow from the definition. */
export const query =
  <Input>() =>
  <Output, S extends Scope, const N extends ServiceName = never>(
    definition: Definition<Query<Input, Output, S, N>, N>,
  ): Query<Input, Output, S, N> => ({ kind: 'query', ...definition });

/** Defines a command whose callers send `Input`; the other types follow from the definition. */
export const command =
  <Input>() =>
  <Output, S extends Scope, Prepared = undefined, const N extends ServiceName = never>(
    definition: Definition<Command<Input, Output, S, Prepared, N>, N>,
  ): Command<Input, Output, S, Prepared, N> => ({ kind: 'command', ...definition });
