import type { HttpHandlers } from '../kernel/server.ts';
import { hasMethod, READING } from '../kernel/web/refuse.ts';

/** Rules for robots at the root of the instance: published sites only, each of which has a sitemap of its own. */
const ROBOTS = 'User-agent: *\nAllow: /sites/\nDisallow: /\n';

/** Serves the `robots.txt` of the instance's host. */
export const robotsHandlers = (): readonly HttpHandlers[] => [
  {
    path: '/robots.txt',
    handle(ctx) {
      if (!hasMethod(ctx, READING)) return;
      ctx.set('Cache-Control', 'public, max-age=3600');
      ctx.type = 'text/plain; charset=utf-8';
      ctx.body = ROBOTS;
    },
  },
];
