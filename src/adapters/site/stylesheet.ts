import { createHash } from 'node:crypto';
import { CONTENT_STYLES } from './content-styles.ts';
import { FRAME_STYLES } from './frame-styles.ts';

const body = `${FRAME_STYLES}${CONTENT_STYLES}`.replace(/\n\s*/g, '\n').trim();
const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);

/** Common stylesheet of sites with its path below the base path, which changes with the content. */
export const SITE_STYLESHEET = {
  path: `~quire/site-${hash}.css`,
  body,
  headers: {
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
  },
} as const;
