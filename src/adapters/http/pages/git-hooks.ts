import type { HookDelivery } from '../../../ports/git/push-hooks.ts';
import { refuseRest } from '../kernel/body.ts';
import type { Pages } from '../kernel/server.ts';
import { hasMethod, refuse } from './refuse.ts';
import type Koa from 'koa';

export interface GitHookPagesOptions {
  readonly isSigned: (headers: HookDelivery['headers']) => boolean;
  /** As `receivePush` does. */
  readonly receive: (spaceId: string, delivery: HookDelivery, requestId: string) => Promise<boolean>;
}

/** Bytes: of a larger delivery nothing is taken; what it tells of is found when the branch is looked at. */
export const HOOK_LIMIT = 5 * 1024 * 1024;
const PATH = /^\/hooks\/git\/(\w{1,64})$/;

/** Takes webhooks of Git servers. Without a good signature, every space is the same. */
export function gitHookPages({ isSigned, receive }: GitHookPagesOptions): readonly Pages[] {
  return [
    {
      path: /^\/hooks\/git\//,
      async handle(ctx) {
        ctx.set('Cache-Control', 'no-store');
        const turnAway = (status: number, message: string): void => {
          if (!ctx.req.readableEnded) refuseRest(ctx);
          refuse(ctx, status, message);
        };
        if (!hasMethod(ctx, ['POST'])) return ctx.req.readableEnded ? undefined : refuseRest(ctx);
        const headers = Object.fromEntries(Object.entries(ctx.req.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
        const unsigned = (): void => turnAway(401, 'a webhook of this address has to be signed with its secret');
        if (!isSigned(headers)) return unsigned();
        if (Number(headers['content-length'] ?? 0) > HOOK_LIMIT) return turnAway(413, `the body is larger than ${HOOK_LIMIT} bytes`);
        const body = await bytesOf(ctx);
        if (body === undefined) return turnAway(413, `the body is larger than ${HOOK_LIMIT} bytes`);
        const spaceId = PATH.exec(ctx.path)?.[1] ?? '';
        if (!(await receive(spaceId, { headers, body }, ctx.state.requestId as string))) return unsigned();
        ctx.status = 204;
      },
    },
  ];
}

/** All of the body; undefined where it is longer than the limit. */
async function bytesOf({ req }: Koa.Context): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > HOOK_LIMIT) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
