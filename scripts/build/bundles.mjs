/**
 * Builds the server, the command line and the threads into bundles that run without a loader and contain the packages
 * they need. Locating and reading a thousand small files would take most of a start, and again for each thread.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
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
  // CommonJS packages call `require`.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
};
/** Packages that are loaded on demand, or have native modules. */
const ON_DEMAND = [
  'piscina',
  'sharp',
  'shiki',
  'katex',
  'mathjax',
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-saml/node-saml',
  '@opentelemetry/*',
];
/** Packages that resolve parts of themselves at run time; `pg` must be the copy that MikroORM uses. */
const EXTERNAL = ['@mikro-orm/*', 'knex', 'pg', 'graphile-worker', 'pino'];
/** Optional dependency of linkedom that is not installed. */
const NOT_INSTALLED = ['canvas'];

/**
 * Loads CommonJS packages with `require` instead of `import`. Before an import, Node scans all files of the package for
 * the names that they export, which takes a tenth of a start.
 */
const requiredPackages = {
  name: 'required',
  setup(of) {
    const filter = new RegExp(`^(${EXTERNAL.map((name) => name.replace('*', '.+')).join('|')})$`);
    of.onResolve({ filter }, ({ path, namespace }) =>
      namespace === 'required' ? { path, external: true } : { path, namespace: 'required' },
    );
    of.onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** Replaces each read of an `assets.ts` by the content of the file; style sheets and scripts are without white space. */
const inlinedAssets = {
  name: 'inlined-assets',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]assets\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      let contents = '';
      let end = 0;
      for (const read of source.matchAll(/readFileSync\(new URL\('([^']+)', import\.meta\.url\), 'utf8'\)/g)) {
        const asset = join(dirname(path), read[1]);
        const text = await readFile(asset, 'utf8');
        const loader = extname(asset).slice(1);
        const { code } =
          loader === 'typ'
            ? { code: text }
            : await transform(text, { loader, minifyWhitespace: true, legalComments: 'none' });
        contents += source.slice(end, read.index) + JSON.stringify(code);
        end = read.index + read[0].length;
      }
      contents += source.slice(end);
      if (contents.includes('readFileSync(')) throw new Error(`${path} reads a file that the build cannot inline`);
      return { contents, loader: 'ts' };
    });
  },
};

/**
 * Writes other characters than ASCII as escapes. V8 keeps two bytes for each character of a source that has one outside of
 * Latin-1, and esbuild leaves those of regular expressions and tagged templates as they are.
 */
const asciiSources = {
  name: 'ascii-sources',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
      loader: 'ts',
    }));
  },
};

const builds = await Promise.all([
  build({
    ...COMMON,
    entryPoints: {
      main: 'src/main.ts',
      cli: 'src/cli/main.ts',
      'adapters/website/page/page-worker': 'src/adapters/website/page/page-worker.ts',
      'adapters/openapi/spec-worker': 'src/adapters/openapi/spec-worker.ts',
    },
    external: [...ON_DEMAND, ...NOT_INSTALLED],
    plugins: [requiredPackages, inlinedAssets, asciiSources],
  }),
  build({
    ...COMMON,
    entryPoints: ['src/pdf-worker.ts', 'src/text-worker.ts'],
    external: ON_DEMAND,
    plugins: [inlinedAssets, asciiSources],
  }),
  build({
    ...COMMON,
    entryPoints: {
      'write-bundle': 'src/adapters/browser-bundles/write-bundle.ts',
      'app-bundle': 'src/adapters/http/app/app-bundle.ts',
      'browser-scripts': 'src/adapters/site/static/browser-scripts.ts',
    },
  }),
]);
const outputs = builds.flatMap(({ outputFiles }) => outputFiles).sort((a, b) => (a.path < b.path ? -1 : 1));
const digest = createHash('sha256');
for (const { path, text, contents } of outputs) {
  digest.update(contents);
  await writeAtOnce(path, path.endsWith('.map') ? thinSourceMap(text) : contents);
}
// Tells answers of this build from those of others.
await writeAtOnce(resolve('dist/build-digest'), digest.digest('hex'));

/** Replaces a file at once: a running process may load a chunk, and another may start, while this builds. */
async function writeAtOnce(path, contents) {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
}

// The scripts of published sites and of the app, with their compressed forms. A running process may still send those of
// the last build, so that the files of both stay in one folder.
const built = (name) => import(pathToFileURL(resolve(`dist/${name}.js`)).href);
const { writeBundle } = await built('write-bundle');
const { SITE_SCRIPTS } = await built('browser-scripts');
const { APP } = await built('app-bundle');
await addBundle('dist/site-scripts', SITE_SCRIPTS);
await addBundle('dist/app', APP);

/** Writes a bundle into a folder of its own and moves its files to `folder`, the manifest last. */
async function addBundle(folder, source) {
  const unfinished = `${folder}.${process.pid}`;
  writeBundle({ ...source, folder: resolve(source.folder) }, resolve(unfinished), { compressed: true });
  await mkdir(folder, { recursive: true });
  const isManifest = (name) => Number(name === 'manifest.json');
  for (const name of (await readdir(unfinished)).sort((a, b) => isManifest(a) - isManifest(b)))
    await rename(join(unfinished, name), join(folder, name));
  await rm(unfinished, { recursive: true });
}
