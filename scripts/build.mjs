/** Builds what runs without the loader: the server and the command line with their packages beside them, the threads of the PDF with theirs in them, since a thread reads all that it needs anew each time it starts. */
import { build } from 'esbuild';

const COMMON = { bundle: true, splitting: true, platform: 'node', format: 'esm', target: 'node20', outdir: 'dist', sourcemap: true, sourcesContent: false, logLevel: 'warning' };
/** Read only when content needs them, or from files of their own. */
const RARE = ['shiki', 'mathjax', '@resvg/resvg-wasm', '@cwasm/webp', 'wawoff2', 'dejavu-fonts-ttf'];

await Promise.all([
  build({ ...COMMON, entryPoints: ['src/main.ts', 'src/cli.ts', 'src/adapters/website/page/page-thread.ts'], outbase: 'src', packages: 'external' }),
  build({ ...COMMON, entryPoints: ['src/pdf-worker.ts', 'src/picture-worker.ts'], outbase: 'src', external: RARE, banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" } }),
]);
