import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { bind } from '../../../src/adapters/http/kernel/bind.ts';
import { BodyMemory } from '../../../src/adapters/http/kernel/body-memory.ts';
import { describeError } from '../../../src/adapters/http/kernel/errors.ts';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import type { Command } from '../../../src/application/kernel/use-case.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Instance } from '../../../src/instance.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Serves the commands of an instance so that each pauses after its authorization, like one whose `prepare` waits for
 * the network; counts the commands that reach their unit of work.
 */
export class GatedServer {
  /** Number of commands whose `run` was called, the only method that stores anything. */
  reached = 0;
  /** Runs while a command is paused. */
  meanwhile: () => Promise<unknown> = async () => {};
  #server!: Server;

  private constructor(
    private readonly instance: Instance,
    private readonly prepares: boolean,
  ) {}

  /** @param options.prepares the commands also prepare, after the pause */
  static async start(instance: Instance, routes: readonly Route[], { prepares = false } = {}): Promise<GatedServer> {
    const gated = new GatedServer(instance, prepares);
    await gated.#listen(routes);
    return gated;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #listen(routes: readonly Route[]): Promise<void> {
    const { container } = this.instance;
    const application = container.get(Tokens.Application);
    const { sealer, secretBox } = container.get(Tokens.Services);
    const limits = { body: MEGABYTE, contentBody: MEGABYTE };
    const bodyMemory = new BodyMemory(64 * MEGABYTE);
    const gate = container.get(Tokens.RequestGate);
    const binding = {
      application,
      sealer,
      secretBox,
      links: container.get(Tokens.Links),
      limits,
      gate,
      bodyMemory,
      compressedAnswers: container.get(Tokens.CompressedAnswers),
    };
    const router = new Router();
    for (const route of routes) {
      const { method, path } = partsOf(route);
      const handle = bind({ ...route, useCase: this.#gated(route) }, binding);
      router.register(path.replace(/\/:(\w+)\*$/, '{/*$1}'), [method], (ctx) => handle(ctx as unknown as Koa.Context));
    }
    const app = new Koa();
    app.use(async (ctx, next) => {
      try {
        ctx.state.requestId = 'gated';
        await next();
      } catch (error) {
        const { status, body } = describeError(error, 'gated');
        ctx.status = status;
        ctx.body = body;
      }
    });
    app.use(router.routes() as unknown as Koa.Middleware);
    this.#server = createServer(app.callback());
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  #gated({ useCase }: Route): Command<unknown, unknown> {
    const command = useCase as Command<unknown, unknown>;
    return {
      ...command,
      prepare: async (context, input) => {
        const held = await this.meanwhile();
        return this.prepares ? command.prepare?.(context, input) : held;
      },
      run: (context, input, prepared) => {
        this.reached++;
        return command.run(context, input, prepared);
      },
    };
  }
}
