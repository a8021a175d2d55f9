import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';
import { testTitlesOf } from '../../scripts/test-titles.ts';
import type { Route } from '../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../src/adapters/http/routes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Loads a module as the static imports of this file do, so that both have the same objects. */
const load = createRequire(import.meta.url);

/** Paths of the TypeScript files below a folder of the repository. */
const filesIn = (folder: string): string[] =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${root}/${folder}/${name}`);

/** Operations whose export is a function that makes the use case from what the adapter knows. */
const MADE_BY_FUNCTION: ReadonlySet<string> = new Set(['getApiInformation']);

describe('operations', () => {
  /** Values that modules of the application export, by name. */
  const exported = new Map<string, unknown[]>();
  before(function () {
    for (const file of filesIn('src/application'))
      for (const [name, value] of Object.entries(load(file) as Record<string, unknown>))
        exported.set(name, [...(exported.get(name) ?? []), value]);
  });

  it('have an operationId of their own each', () => {
    const names = ROUTES.map(({ useCase }) => useCase.name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
  });

  it('are bound to the use case that is exported under the operationId', () => {
    const isBound = ({ useCase }: Route): boolean =>
      exported
        .get(useCase.name)
        ?.some((value) => (MADE_BY_FUNCTION.has(useCase.name) ? typeof value === 'function' : value === useCase)) ===
      true;
    expect(ROUTES.filter((route) => !isBound(route)).map(({ useCase }) => useCase.name)).to.deep.equal([]);
  });

  it('have acceptance tests that are described by the operationId', () => {
    const described = new Set(
      filesIn('test/acceptance').flatMap((file) => {
        const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
        return testTitlesOf(source).map(({ text }) => text);
      }),
    );
    expect(ROUTES.map(({ useCase }) => useCase.name).filter((name) => !described.has(`'${name}'`))).to.deep.equal([]);
  });
});
