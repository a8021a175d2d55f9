import { NotFound } from '../../domain/kernel/errors.ts';
import type { UnitOfWork } from '../../ports/kernel/unit-of-work.ts';
import type { Caller, CallerResolver } from '../../ports/permissions.ts';
import { ClientGone, currentClient, forAllClients } from './abandonment.ts';
import { Authorizer, type Origin, type VisitorResolver } from './authorizer.ts';
import { CommandExecution, eventContext, organizationOf, type CommandOptions } from './command-execution.ts';
import { retrying } from './retry.ts';
import { servicesFor, type Reads, type Services } from './services.ts';
import type { Command, Query, QueryContext, UseCase } from './use-case.ts';

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

  /** Runs a command, again where its resource moved to another organization since it was authorized. */
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
      // A resource that moved to another organization exists there.
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

  #command<Input, Output>(
    useCase: Command<Input, Output>,
    origin: Origin,
    context: QueryContext<any>,
    input: Input,
    options: CommandOptions<Output>,
  ): Promise<Output> {
    const dependencies = { unitOfWork: this.unitOfWork, clock: this.services.clock };
    const authorize = () => this.#contextOf(useCase, origin, input);
    return new CommandExecution(dependencies, useCase, input, options, context, authorize).run();
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
}

/** Tells whether shared work ended because another client left. */
const isAbandonedByAnother = (error: unknown): boolean =>
  error instanceof ClientGone && currentClient()?.hasGone === false;
