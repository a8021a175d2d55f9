import type { Scope, ScopeFacts } from './scope.ts';
import type { DomainEvent } from '../../domain/kernel/aggregate.ts';
import type { Permission } from '../../domain/permissions/policy.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Reads, ServiceName, Services } from './services.ts';

/** Context of a use case: the facts of its scope, committed reads, and the services that it names in `needs`. */
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

/** Common part of queries and commands. */
interface UseCaseBase<Input, S extends Scope> {
  /** The operationId, which is also the name of the export. */
  readonly name: string;
  /** Permission that the caller must have in the scope; `nothing` only where no token is needed. */
  readonly requires: Permission | 'nothing';
  /**
   * With `requires: 'nothing'`: a caller who sends an API token is identified, so that the operation can answer them
   * more; the token must be valid.
   */
  readonly identifiesCaller?: true;
  /** Services that the context has besides reads and the unit of work; none when absent. */
  readonly needs?: readonly ServiceName[];
  /** Returns the scope in which the permission is checked. */
  scope(input: Input): S;
}

/** An operation that reads only; runs without a transaction. */
export interface Query<Input, Output, S extends Scope = Scope, N extends ServiceName = any> extends UseCaseBase<
  Input,
  S
> {
  readonly kind: 'query';
  readonly run: (context: QueryContext<S, N>, input: Input) => Promise<Output>;
  /** Event recorded in the audit log after the query succeeded: for data that leaves the instance. */
  auditEvent?(input: Input): DomainEvent;
  /**
   * The output holds something that grants access by itself, beyond the caller's own and to anybody who has it: a key,
   * a signing secret, a preview pass, an invite link. Read-only tokens are refused.
   */
  readonly returnsSecret?: true;
  /**
   * Visitors of sites may call the operation with a content token. The context then has `scope.visitor`, which the
   * operation must obey: the visitor reads what the site shows them, and nothing else.
   */
  readonly openToVisitors?: true;
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
> extends UseCaseBase<Input, S> {
  readonly kind: 'command';
  readonly prepare?: (context: QueryContext<S, N>, input: Input) => Promise<Prepared>;
  /** Result where the scope does not exist for the caller, instead of NotFound: deleting an absent resource succeeds. */
  readonly whenNotFound?: Output;
  readonly run: (context: CommandContext<S, N>, input: Input, prepared: Prepared) => Promise<Output>;
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
