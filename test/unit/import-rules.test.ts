import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Files that break one rule each, and the rule. */
const PLANTED: Readonly<Record<string, readonly [file: string, source: string]>> = {
  'domain-is-pure': ['src/domain/a.ts', "import fs from 'node:fs'; export default fs;"],
  'ports-speak-domain': ['src/ports/a.ts', "import '../application/x.ts';"],
  'application-uses-ports': ['src/application/a.ts', "import '../adapters/one/x.ts';"],
  'adapters-ignore-each-other': ['src/adapters/two/a.ts', "import '../one/x.ts';"],
  'only-the-root-composes': ['src/adapters/one/b.ts', "import '../../container.ts';"],
  'runs-without-development': ['src/adapters/one/c.ts', "import 'tried';"],
  'no-cycles': ['src/domain/c.ts', "import './d.ts';"],
};
const HARMLESS: Readonly<Record<string, string>> = {
  'src/application/x.ts': '',
  'src/adapters/one/x.ts': '',
  'src/container.ts': '',
  'src/domain/d.ts': "import './c.ts';",
  'package.json': '{"devDependencies":{"tried":"1.0.0"}}',
  'node_modules/tried/package.json': '{"name":"tried","version":"1.0.0","main":"index.js"}',
  'node_modules/tried/index.js': '',
};

describe('the import rules', () => {
  it('catch a planted violation of each', async function () {
    const folder = mkdtempSync(join(tmpdir(), 'quire-imports-'));
    try {
      const files = {
        ...HARMLESS,
        ...Object.fromEntries(Object.values(PLANTED)),
        'tsconfig.json': '{"compilerOptions":{"module":"nodenext","allowImportingTsExtensions":true,"noEmit":true}}',
      };
      for (const [file, source] of Object.entries(files)) {
        mkdirSync(join(folder, file, '..'), { recursive: true });
        writeFileSync(join(folder, file), source);
      }
      const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
      const report = await run(
        process.execPath,
        [cruiser, 'src', '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'],
        { cwd: folder, maxBuffer: 1e8 },
      ).catch((failed) => failed);
      const broken = JSON.parse(report.stdout).summary.violations.map(
        ({ rule }: { rule: { name: string } }) => rule.name,
      );
      expect(broken).to.include.members(Object.keys(PLANTED));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
