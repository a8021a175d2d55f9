import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/**
 * Writes docs/licenses.md, the list of all packages that the server runs with and their licenses, from the lockfile.
 * With --check it reports a difference instead.
 */
const FILE = 'docs/licenses.md';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

const byLicense = new Map<string, Set<string>>();
for (const [path, { version, license = 'not stated', dev }] of Object.entries(packages)) {
  if (path === '' || dev === true || version === undefined) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  byLicense.set(license, (byLicense.get(license) ?? new Set()).add(`${name} ${version}`));
}
const sections = [...byLicense]
  .sort(([one], [other]) => one.localeCompare(other, 'en'))
  .map(
    ([license, names]) =>
      `## ${license}\n\n${[...names]
        .sort()
        .map((name) => `\`${name}\``)
        .join(', ')}\n`,
  );
const written = `# Licenses

All packages that the server runs with, by their license. Written by \`npm run licenses\` from the lockfile. \`npm run sbom\`
writes a bill of materials in the CycloneDX format.

${sections.join('\n')}`;
const text = await format(written, { ...(await resolveConfig(FILE)), filepath: FILE });

if (process.argv.includes('--check')) {
  let present = '';
  try {
    present = readFileSync(FILE, 'utf8');
  } catch {
    // Not written yet.
  }
  if (present !== text) {
    process.stderr.write(`${FILE} is out of date: run npm run licenses\n`);
    process.exitCode = 1;
  }
} else writeFileSync(FILE, text);
