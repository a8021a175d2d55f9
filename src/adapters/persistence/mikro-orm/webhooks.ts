import type { WebhookId } from '../../../domain/kernel/id.ts';
import type { DeliveryPurger } from '../../../ports/webhooks.ts';
import { statement } from './kernel/sql.ts';
import type { Transaction } from './kernel/transaction.ts';

const PURGE = statement(`DELETE FROM webhook_deliveries WHERE webhook_id = $1 AND (created_at < $2::timestamptz
  OR id <= (SELECT id FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY id DESC OFFSET $3::int LIMIT 1))`);

export class PgDeliveryPurger implements DeliveryPurger {
  constructor(private readonly transaction: Transaction) {}

  async purge(
    webhookId: WebhookId,
    { createdBefore, keep }: { readonly createdBefore: string; readonly keep: number },
  ): Promise<void> {
    await this.transaction.rows(PURGE, [webhookId, createdBefore, keep]);
  }
}
