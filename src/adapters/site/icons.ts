import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { Html, html } from '../html.ts';

/** Drawing of an icon. */
export interface Icon {
  readonly viewBox: string;
  /** Path data. */
  readonly path: string;
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+){0,8}$/;
const FOLDERS = ['regular', 'solid', 'brands'];
const DRAWING = /<svg [^>]*viewBox="([\d .-]+)"[^>]*>[^]*?<path [^>]*d="([^"]+)"/;
/** Icons that are kept, and names without one. */
const MAX_ICONS = 3_000;

const known = new LRUCache<string, Icon | 'none'>({ max: MAX_ICONS });
let folder: string | undefined;

/**
 * Finds an icon of Font Awesome by its name, such as `rocket` or `github`; undefined for a name that the free set lacks.
 *
 * @param style style that is preferred, such as `solid`
 */
export function findIcon(name: string, style = 'regular'): Icon | undefined {
  const bare = name.replace(/^fa-/, '');
  if (!NAME.test(bare) || bare.length > 60) return undefined;
  const key = `${style} ${bare}`;
  const found = known.get(key) ?? read(bare, style) ?? 'none';
  known.set(key, found);
  return found === 'none' ? undefined : found;
}

function read(name: string, style: string): Icon | undefined {
  folder ??= join(
    dirname(createRequire(import.meta.url).resolve('@fortawesome/fontawesome-free/package.json')),
    'svgs',
  );
  for (const kind of new Set([style, ...FOLDERS].filter((one) => FOLDERS.includes(one)))) {
    try {
      const [, viewBox, path] = DRAWING.exec(readFileSync(join(folder, kind, `${name}.svg`), 'utf8')) ?? [];
      if (viewBox !== undefined && path !== undefined) return { viewBox, path };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

/** Renders an icon that accompanies a text; undefined for an unknown name. */
export function renderIcon(name: string, style?: string): Html | undefined {
  const icon = findIcon(name, style);
  return (
    icon &&
    html`<svg class="q-icon" viewBox="${icon.viewBox}" aria-hidden="true" focusable="false"><path d="${icon.path}"/></svg>`
  );
}
