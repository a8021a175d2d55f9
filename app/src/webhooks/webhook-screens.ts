export { WebhookScreen } from './webhook.tsx';
export { WebhooksScreen } from './webhooks.tsx';
