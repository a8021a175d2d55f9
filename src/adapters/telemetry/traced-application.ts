import { Application } from '../../application/kernel/application.ts';
import type { CommandOptions } from '../../application/kernel/command-execution.ts';
import type { Origin } from '../../application/kernel/authorizer.ts';
import type { UseCase } from '../../application/kernel/use-case.ts';
import type { Tracer } from '../../ports/kernel/tracer.ts';

/** Application whose use cases are spans, under their names. */
export class TracedApplication extends Application {
  readonly #tracer: Tracer;

  constructor(tracer: Tracer, ...rest: ConstructorParameters<typeof Application>) {
    super(...rest);
    this.#tracer = tracer;
  }

  override execute<Input, Output>(
    useCase: UseCase<Input, Output>,
    origin: Origin,
    input: Input,
    options: CommandOptions<Output> = {},
  ): Promise<Output> {
    const attributes = { 'quire.kind': useCase.kind };
    return this.#tracer.run({ name: useCase.name, attributes }, () => super.execute(useCase, origin, input, options));
  }
}
