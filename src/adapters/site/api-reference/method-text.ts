import type { ApiLabels } from './api-labels.ts';

/** Class of a method, the same for those that read, create, change and delete. */
export const methodClass = (method: string): string => {
  if (method === 'query') return 'm-get';
  return ['get', 'post', 'put', 'patch', 'delete'].includes(method) ? `m-${method}` : 'm-other';
};

/** Returns the method as readers see it; webhooks have none of their own. */
export const methodText = (method: string, isWebhook: boolean, labels: Pick<ApiLabels, 'webhook'>): string =>
  isWebhook ? labels.webhook : method.toUpperCase();
