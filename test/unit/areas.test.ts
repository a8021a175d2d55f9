import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Subjects of the product, named after the tags of the API; `kernel` is what every area stands on. */
const AREAS = [
  'organizations members teams users invitations permissions sso sessions audit-log',
  'collections spaces content change-requests comments search links uploads templates pdf imports git sites',
  'translations openapi-specs webhooks insights ask mcp garbage-collection instance system app kernel',
].flatMap((line) => line.split(' '));

/** Folders that are divided into areas, and their files that bring the areas together. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/ports': [],
  'src/application': [],
  'src/adapters/http': ['api-document.ts', 'routes.ts'],
  'src/adapters/persistence/memory': ['reads.ts', 'store.ts', 'types.ts', 'unit-of-work.ts'],
  'src/adapters/persistence/mikro-orm': ['migrations', 'reads.ts', 'unit-of-work.ts'],
  'test/acceptance': [],
  'test/unit/domain': [],
  'test/unit/application': [],
};

/** Entries of a layer that belong to no area. An area is a folder, `area.ts`, or `area.subject.ts`. */
const strangers = (layer: string): string[] =>
  readdirSync(`${root}/${layer}`).filter(
    (name) => !LAYERS[layer]!.includes(name) && !AREAS.includes(name.replace(/\..*/, '')),
  );

/** Folders below `folder` that hold fewer than three files and folders. */
const smallFolders = (folder: string): string[] =>
  readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((path) => readdirSync(path).length < 3);

describe('the areas', () => {
  for (const layer of Object.keys(LAYERS))
    it(`are the only folders and files of ${layer}`, () => expect(strangers(layer)).to.deep.equal([]));

  it('include none that no layer has', () => {
    const used = Object.keys(LAYERS)
      .flatMap((layer) => readdirSync(`${root}/${layer}`))
      .map((name) => name.replace(/\..*/, ''));
    expect(AREAS.filter((area) => !used.includes(area))).to.deep.equal([]);
  });

  it('have folders of at least three files', () => expect(smallFolders('src')).to.deep.equal([]));

  it('are files or folders, never both', () => {
    for (const layer of Object.keys(LAYERS))
      for (const area of AREAS)
        if (existsSync(`${root}/${layer}/${area}`))
          expect(
            readdirSync(`${root}/${layer}`).filter((name) => name.startsWith(`${area}.`)),
            `${layer}/${area}`,
          ).to.deep.equal([]);
  });
});
