import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Reads the version from package.json, which the sources and the built file find at different paths. */
function packageVersion(): string {
  const require = createRequire(import.meta.url);
  for (const at of ['../package.json', '../../../../package.json']) {
    try {
      const { name, version } = require(at) as { name: string; version: string };
      if (name === 'quire') return version;
    } catch {
      // Not found: try the other path.
    }
  }
  return '0.0.0';
}

/** Reads the digest of the built files, which the build writes beside them; sources without a build are always new. */
function builtDigest(): string {
  try {
    return readFileSync(new URL('./build-digest', import.meta.url), 'utf8').trim();
  } catch {
    return randomUUID();
  }
}

/** Identity of the code: equal digests give equal answers. */
export const CODE_DIGEST = builtDigest();

/** Version and build of this Quire. Packaging sets `build`; a checkout is `dev`. */
export const BUILD = { version: packageVersion(), build: process.env['QUIRE_BUILD'] ?? 'dev' };
