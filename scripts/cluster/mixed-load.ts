import type { WebhookEndpoint } from '../../test/support/webhooks.ts';
import { Random } from '../history/random.ts';
import { Freshness } from './freshness.ts';
import { RetryingClient, type RequestCounts } from './retrying-client.ts';
import { Imports } from './workloads/imports.ts';
import { createMergeSpaces, Merges } from './workloads/merges.ts';
import { OwnPages } from './workloads/own-pages.ts';
import { Reads } from './workloads/reads.ts';
import { createSharedPages, SharedPageEdits } from './workloads/shared-pages.ts';
import { UploadedFiles } from './workloads/uploads.ts';
import { WebhookDeliveries } from './workloads/webhook-deliveries.ts';
import { require, type Workload, type WorkloadContext } from './workloads/workload.ts';

export interface MixedLoadOptions {
  /** Nodes that serve the API. */
  readonly nodes: readonly { readonly url: string }[];
  /** Token of the operator. */
  readonly token: string;
  readonly seed: number;
  /** Receiver of webhooks. */
  readonly endpoint: WebhookEndpoint;
}

/** Clients that edit, merge, import, upload and read at the same time, each with its kind of work. */
export class MixedLoad {
  readonly requests: RequestCounts = { answered: 0, repeated: 0 };
  /** Pieces of work that were done, by workload. */
  readonly steps: Record<string, number> = {};
  readonly freshness: Freshness;
  readonly #workloads: { readonly name: string; readonly workload: Workload }[] = [];
  #organizationId = '';
  #contexts = 0;

  private constructor(private readonly options: MixedLoadOptions) {
    this.freshness = new Freshness(options.nodes, new Random(options.seed));
  }

  /** Prepares the spaces of all clients. */
  static async create(options: MixedLoadOptions): Promise<MixedLoad> {
    const load = new MixedLoad(options);
    const { client } = load.context('');
    load.#organizationId = require('the organizations', await client.get('/v1/orgs'), 200).items[0].id;
    const shared = await createSharedPages(load.context('shared'));
    const mergeSpaces = createMergeSpaces(load.context('merge'));
    const merges = ['m1', 'm2', 'm3'].map((name) => new Merges(load.context(name), mergeSpaces));
    for (const name of ['s1', 's2', 's3'])
      load.#add('shared edits', new SharedPageEdits(load.context(name), shared, options.token));
    for (const name of ['o1', 'o2']) load.#add('own pages', new OwnPages(load.context(name)));
    for (const one of merges) load.#add('merges', one);
    load.#add('uploads', new UploadedFiles(load.context('u1')));
    for (const name of ['i1', 'i2']) load.#add('imports', new Imports(load.context(name)));
    load.#add('webhooks', await WebhookDeliveries.create(load.context('w1'), options.endpoint, merges));
    for (const name of ['r1', 'r2']) load.#add('reads', new Reads(load.context(name), shared));
    return load;
  }

  get totalSteps(): number {
    return Object.values(this.steps).reduce((sum, count) => sum + count, 0);
  }

  /** Parts for a workload of the given name. */
  context(name: string): WorkloadContext {
    const { nodes, token, seed } = this.options;
    const random = new Random(seed + (this.#contexts += 1) * 1_000);
    return {
      client: new RetryingClient(nodes, token, random, this.requests),
      reader: new RetryingClient(nodes, undefined, random, this.requests),
      random,
      organizationId: this.#organizationId,
      freshness: this.freshness,
      name,
    };
  }

  /** Works until it is over. @throws Error that a client should not have seen */
  async run(over: () => boolean): Promise<void> {
    const work = async ({ name, workload }: { name: string; workload: Workload }): Promise<void> => {
      while (!over()) {
        await workload.step();
        this.steps[name] = (this.steps[name] ?? 0) + 1;
      }
    };
    for (const ended of await Promise.allSettled(this.#workloads.map(work)))
      if (ended.status === 'rejected') throw ended.reason;
  }

  /** Lists what contradicts the answers that clients got. */
  async check(): Promise<string[]> {
    const wrong: string[] = [];
    for (const { workload } of this.#workloads) wrong.push(...(await workload.check()));
    return [...wrong, ...this.freshness.check()];
  }

  #add(name: string, workload: Workload): void {
    this.#workloads.push({ name, workload });
  }
}
