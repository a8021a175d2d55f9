import { MAX_DELIVERIES } from '../../../src/domain/webhooks/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../test/support/webhooks.ts';
import type { Merges } from './merges.ts';
import { listAll, require, type Workload, type WorkloadContext } from './workload.ts';

/** Checks that the endpoint of a webhook hears of each merge of other workloads. */
export class WebhookDeliveries implements Workload {
  private constructor(
    private readonly context: WorkloadContext,
    private readonly webhookId: string,
    private readonly endpoint: WebhookEndpoint,
    private readonly merges: readonly Merges[],
  ) {}

  static async create(
    context: WorkloadContext,
    endpoint: WebhookEndpoint,
    merges: readonly Merges[],
  ): Promise<WebhookDeliveries> {
    const body = { url: endpoint.url, events: ['change-request.merged'] };
    const all = `/v1/orgs/${context.organizationId}/webhooks`;
    const { id } = require('a webhook', await context.client.post(all, body), 201);
    return new WebhookDeliveries(context, id, endpoint, merges);
  }

  /** Reads deliveries; the merges of others cause them. */
  async step(): Promise<void> {
    require('the deliveries', await this.context.client.get(this.#path), 200);
  }

  async check(): Promise<string[]> {
    const wrong: string[] = [];
    const stored = new Map(
      (await listAll(this.context, this.#path)).map((delivery) => [delivery.id as string, delivery]),
    );
    for (const { id, status } of stored.values()) if (status !== 'delivered') wrong.push(`delivery ${id} is ${status}`);
    // Of more deliveries than this, the oldest are deleted; their ids are ordered.
    const oldest = stored.size < MAX_DELIVERIES ? '' : [...stored.keys()].sort()[0]!;
    const received = new Map<string, Set<string>>();
    for (const { headers, body } of this.endpoint.received) {
      const target = body.data.target.id as string;
      const id = headers['webhook-id']!;
      if (!stored.has(id) && id > oldest) wrong.push(`the endpoint got delivery ${id}, which is not stored`);
      received.set(target, (received.get(target) ?? new Set()).add(id));
    }
    // A message may arrive twice when a process dies before it stores the answer; then it has the same id.
    for (const id of this.merges.flatMap(({ changeRequests }) => changeRequests)) {
      const count = received.get(id)?.size ?? 0;
      if (count !== 1) wrong.push(`the endpoint got ${count} deliveries of the merge of ${id}`);
    }
    return wrong;
  }

  get #path(): string {
    return `/v1/orgs/${this.context.organizationId}/webhooks/${this.webhookId}/deliveries`;
  }
}
