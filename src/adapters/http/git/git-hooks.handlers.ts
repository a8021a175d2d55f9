import type { WebhookDelivery } from '../../../ports/git/push-hooks.ts';
import { withBytes } from '../kernel/body.ts';
import type { BodyMemory } from '../kernel/body-memory.ts';
import type { HttpHandlers } from '../kernel/server.ts';
import { hasMethod, refuse } from '../kernel/web/refuse.ts';

export interface GitHookHandlersOptions {
  readonly isSigned: (headers: WebhookDelivery['headers']) => boolean;
  /** Tells whether a space accepts webhooks, as `expectsPush` does. */
  readonly expects: (spaceId: string) => Promise<boolean>;
  /** Processes a delivery, as `receivePush` does. */
  readonly receive: (spaceId: string, delivery: WebhookDelivery, requestId: string) => Promise<boolean>;
  readonly bodyMemory: BodyMemory;
}

/** Maximum size of a delivery in bytes. The push of a larger one is found at the next regular check of the branch. */
export const HOOK_LIMIT = 5 * 1024 * 1024;
const PATH = /^\/hooks\/git\/(\w{1,64})$/;
const UNSIGNED = 'the webhook request must be signed with the webhook secret';

/**
 * Serves webhooks of Git servers. Spaces that accept none answer 401 before the body is read; others give the same 401
 * for an invalid signature.
 */
export function gitHookHandlers({
  isSigned,
  expects,
  receive,
  bodyMemory,
}: GitHookHandlersOptions): readonly HttpHandlers[] {
  return [
    {
      path: /^\/hooks\/git\//,
      async handle(ctx) {
        ctx.set('Cache-Control', 'no-store');
        if (!hasMethod(ctx, ['POST'])) return;
        const single = ([name, value]: [string, string | string[] | undefined]) => [
          name,
          Array.isArray(value) ? value[0] : value,
        ];
        const headers = Object.fromEntries(Object.entries(ctx.req.headers).map(single)) as WebhookDelivery['headers'];
        const spaceId = PATH.exec(ctx.path)?.[1] ?? '';
        if (!isSigned(headers) || !(await expects(spaceId))) return refuse(ctx, 401, UNSIGNED);
        const deliver = (body: Buffer) => receive(spaceId, { headers, body }, ctx.state.requestId as string);
        const isTaken = await withBytes(ctx as never, bodyMemory, HOOK_LIMIT, deliver);
        if (!isTaken) return refuse(ctx, 401, UNSIGNED);
        ctx.status = 204;
      },
    },
  ];
}
