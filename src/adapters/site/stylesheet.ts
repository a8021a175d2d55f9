import { createHash } from 'node:crypto';
import { CONTENT_CSS, FRAME_CSS } from './assets.ts';
import { codeThemeProperties, TOKEN_CSS } from './code-theme-styles.ts';
import { DARK, declarations, LIGHT } from './palette.ts';

const PALETTE_CSS = `:root { ${declarations({ ...LIGHT, ...codeThemeProperties('default-light') })} }
@media (prefers-color-scheme: dark) { :root { ${declarations({ ...DARK, ...codeThemeProperties('default-dark') })} } }
`;

const body = PALETTE_CSS + FRAME_CSS + CONTENT_CSS + TOKEN_CSS;
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
