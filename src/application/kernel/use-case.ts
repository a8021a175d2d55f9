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
import type { Reads, Services } from './services.ts';

/** A space: one that was deleted only where `evenDeleted` says so, as long as it can be restored, and for those who could. */
export interface InSpaceScope {
  readonly space: Id;
  readonly evenDeleted?: true;
  /** A change request of it that is looked up along, by its id or its number. */
  readonly changeRequest?: string;
}
/** Where an operation happens: what its permission is asked for. */
export type Scope =
  'public' | 'self' | 'instance' | { readonly organization: Id } | { readonly collection: Id } | InSpaceScope;

interface Known {
  readonly caller: Caller;
}
interface Inside extends Known {
  readonly organizationId: Id;
  /** The caller's level in the scope; `undefined` for a member who has none there, such as a guest in the organization. */
  readonly level: Level | undefined;
}
export interface AtSpace extends Inside {
  readonly level: Level;
  readonly space: SpaceRow;
  readonly access: AccessFacts;
  /** The change request that the scope names, where the space has it. */
  readonly changeRequest?: VersionedChangeRequest;
}
export interface AtCollection extends Inside {
  readonly level: Level;
  readonly collection: CollectionState;
}

/** The caller as one who reads in an organization. */
export const viewerOf = (caller: Caller, organizationId: Id): Viewer => ({
  organizationId,
  userId: caller.userId,
  via: caller.via,
});

/** What is known of the caller and the place once the operation is authorized. */
export type At<S extends Scope> = S extends { readonly space: Id }
  ? AtSpace
  : S extends { readonly collection: Id }
    ? AtCollection
    : S extends { readonly organization: Id }
      ? Inside
      : S extends 'public'
        ? {}
        : Known;

/** Account of the caller in the place of the operation, for scarce work. */
export const holderOf = ({ organizationId, caller }: Pick<Inside, 'organizationId' | 'caller'>): ResourceConsumer => ({
  organizationId,
  user: caller.userId,
});

export interface QueryContext<S extends Scope> extends Services {
  readonly scope: At<S>;
  readonly read: Reads;
  /** Now, one instant for the whole operation. */
  readonly now: string;
  readonly requestId: string;
  readonly address: string | undefined;
}
export interface CommandContext<S extends Scope> extends QueryContext<S> {
  readonly work: Work;
}

interface Common<Input, S extends Scope> {
  /** The operationId. */
  readonly name: string;
  /** `nothing` only where anybody may call without a token. */
  readonly requires: Permission | 'nothing';
  within(input: Input): S;
}

/** Reads only; runs without a transaction. */
export interface Query<Input, Output, S extends Scope = Scope> extends Common<Input, S> {
  readonly kind: 'query';
  run(context: QueryContext<S>, input: Input): Promise<Output>;
  /** What the audit log is to say of it, once it went well: for what is handed out of the instance. */
  records?(input: Input): DomainEvent;
  /**
   * The output holds what opens something by itself, beyond what the caller reads and for whoever has it: a key, a signing
   * secret, a pass, an invite link. Read-only tokens are refused.
   */
  readonly handsOut?: 'secret';
}

/**
 * Changes things, in one unit of work. The whole `run` is tried again when it lost a race, so it does
 * nothing outside the database; what must happen outside before (a download, a stored file) is `prepare`, run once.
 * After `prepare` the command is authorized again, and `run` gets the caller and the place as of then: a precondition
 * on them that `prepare` checks to fail early must be checked in `run` too.
 */
export interface Command<Input, Output, S extends Scope = Scope, Prepared = any> extends Common<Input, S> {
  readonly kind: 'command';
  prepare?(context: QueryContext<S>, input: Input): Promise<Prepared>;
  /** What is answered where there is no such place for the caller: to delete what does not exist is no error. */
  readonly ofAbsent?: Output;
  run(context: CommandContext<S>, input: Input, prepared: Prepared): Promise<Output>;
}

export type UseCase<Input = any, Output = any> = Query<Input, Output, any> | Command<Input, Output, any>;

/** Tells whether an operation is refused to read-only tokens: it changes something, or hands out a secret. */
export const needsFullToken = (useCase: UseCase): boolean =>
  useCase.kind === 'command' || useCase.handsOut === 'secret';

export const query = <Input, Output, S extends Scope>(
  definition: Omit<Query<Input, Output, S>, 'kind'>,
): Query<Input, Output, S> => ({
  kind: 'query',
  ...definition,
});
export const command = <Input, Output, S extends Scope, Prepared = undefined>(
  definition: Omit<Command<Input, Output, S, Prepared>, 'kind'>,
): Command<Input, Output, S, Prepared> => ({ kind: 'command', ...definition });
