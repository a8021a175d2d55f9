import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../test/support/free-port.ts';

/**
 * Packs the built package, installs it into an empty folder without development packages, as the Dockerfile does,
 * starts it there with each given version of Node.js, and calls some routes.
 *
 *     npm run check:package -- [VERSION…]      for example 22 24; without a version: the present one
 */
const START_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'quire-package-'));
const run = (program: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error ?? `${stdout}${stderr}`}`);
  return stdout;
};

/** Path of a version of Node.js, which npm installs into its cache. */
const programOf = (version: string): string =>
  run('npx', ['--yes', '--package', `node@${version}`, '--', 'node', '-p', 'process.execPath'], folder)
    .trim()
    .split('\n')
    .at(-1)!;

/** Starts Quire with the command of the package. @throws Error when a route does not answer as expected */
async function checkWith(version: string | undefined): Promise<void> {
  const started = performance.now();
  const port = await freePort();
  const command = join(folder, 'node_modules', 'quire', 'dist', 'cli.js');
  const child = spawn(version === undefined ? process.execPath : programOf(version), [command, 'start'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, `data-${version ?? 'present'}`),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  try {
    const url = `http://127.0.0.1:${port}`;
    const end = Date.now() + START_MS;
    while (
      !(await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (Date.now() > end || child.exitCode !== null)
        throw new Error(`Quire did not start (exit code ${child.exitCode}):\n${output}`);
      await new Promise((retry) => setTimeout(retry, 200));
    }
    const expected: readonly [path: string, text: string][] = [
      ['/sites/quire/', '<html'],
      ['/openapi.json', '"openapi"'],
      ['/docs/', '<html'],
      ['/v1/', 'version'],
    ];
    for (const [path, text] of expected) {
      const response = await fetch(url + path);
      const body = await response.text();
      if (!response.ok || !body.toLowerCase().includes(text))
        throw new Error(`${path} answered ${response.status}: ${body.slice(0, 200)}`);
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(
      `ok      Node ${version ?? process.versions.node}: started and answered ${expected.length} requests (${seconds} s)\n`,
    );
  } finally {
    child.kill();
    await ended;
  }
}

try {
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], resolve('.'));
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
  run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball)], folder);
  process.stdout.write(`ok      ${tarball} is installed without development packages\n`);
  const versions = process.argv.slice(2);
  for (const version of versions.length === 0 ? [undefined] : versions) await checkWith(version);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
