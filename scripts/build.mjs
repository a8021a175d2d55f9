/**
 * Builds what runs without the loader: the server, the command line and the threads, each with the packages that it
 * needs in it. To find and read a thousand small files took most of a start, and each thread reads anew.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { thinSourceMap } from './thin-source-map.mjs';

const COMMON = {
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  outdir: 'dist',
  outbase: 'src',
  sourcemap: true,
  sourcesContent: false,
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  write: false,
  // Packages of the older kind call it.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
};
/** Read only when content or a sign-in needs them, or from files of their own. */
const RARE = [
  'piscina',
  'shiki',
  'mathjax',
  '@resvg/resvg-wasm',
  '@cwasm/webp',
  'wawoff2',
  'dejavu-fonts-ttf',
  '@node-saml/node-saml',
];
/** They look for parts of theirs at run time; `pg` is the one that MikroORM uses as well. */
const LOOSE = ['@mikro-orm/*', 'knex', 'pg', 'graphile-worker', 'pino'];
/** What linkedom would use if it were there. */
const ABSENT = ['canvas'];

/**
 * Has packages of the older kind required instead of imported: before it imports one, Node reads all of its files for the
 * names that they export, a tenth of a start.
 */
const required = {
  name: 'required',
  setup(of) {
    const filter = new RegExp(`^(${LOOSE.map((name) => name.replace('*', '.+')).join('|')})$`);
    of.onResolve({ filter }, ({ path, namespace }) =>
      namespace === 'required' ? { path, external: true } : { path, namespace: 'required' },
    );
    of.onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

const built = await Promise.all([
  build({
    ...COMMON,
    entryPoints: {
      main: 'src/main.ts',
      cli: 'src/cli/main.ts',
      'adapters/website/page/page-thread': 'src/adapters/website/page/page-thread.ts',
      'adapters/openapi/spec-thread': 'src/adapters/openapi/spec-thread.ts',
    },
    external: [...RARE, ...ABSENT],
    plugins: [required],
  }),
  build({
    ...COMMON,
    entryPoints: ['src/pdf-worker.ts', 'src/picture-worker.ts', 'src/text-worker.ts'],
    external: RARE,
  }),
]);
for (const { path, text, contents } of built.flatMap(({ outputFiles }) => outputFiles)) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, path.endsWith('.map') ? thinSourceMap(text) : contents);
}
