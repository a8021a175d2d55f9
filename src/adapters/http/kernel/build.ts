import { createRequire } from 'node:module';

/** Finds package.json from the sources and from the built file alike. */
function packageVersion(): string {
  const require = createRequire(import.meta.url);
  for (const at of ['../package.json', '../../../../package.json']) {
    try {
      const { name, version } = require(at) as { name: string; version: string };
      if (name === 'quire') return version;
    } catch {
      // Not there: the other place.
    }
  }
  return '0.0.0';
}

/** Which Quire this is. `build` is set by whoever packages it; a checkout is `dev`. */
export const BUILD = { version: packageVersion(), build: process.env['QUIRE_BUILD'] ?? 'dev' };
