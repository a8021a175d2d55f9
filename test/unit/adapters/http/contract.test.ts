import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { apiDocument } from '../../../../scripts/openapi/api-document.ts';
import { partsOf, type Route } from '../../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../../src/adapters/http/routes.ts';

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly number[];
  readonly deprecated?: boolean;
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../support/routes/${name}`, import.meta.url), 'utf8')) as T;
const operations = read<readonly Operation[]>('contract-operations.json');
const pending = read<readonly string[]>('pending-operations.json');
const byName = new Map(ROUTES.map((route) => [route.useCase.name, route]));

/** Paths are the same when they differ in the names of their parameters only. */
const shape = (path: string): string => path.replace(/\{\w+\}|:\w+\*?/g, '{}').replace(/\/$/, '');
const endpoint = (method: string, path: string): string => `${method} ${shape(path)}`;
const endpointOf = (route: Route): string => endpoint(partsOf(route).method, partsOf(route).path);

describe('route table and contract', () => {
  it('have each operation and each endpoint once', () => {
    expect(ROUTES.map(({ useCase }) => useCase.name)).to.have.lengthOf(byName.size);
    expect(new Set(ROUTES.map(endpointOf))).to.have.lengthOf(ROUTES.length);
  });

  it('read the 132 operations of the contract', () => {
    expect(new Set(operations.map(({ operationId }) => operationId))).to.have.lengthOf(132);
  });

  it('has every operation of the contract, but for those that test/support/routes/pending-operations.json still lists', () => {
    const missing = operations
      .map(({ operationId }) => operationId)
      .filter((name) => !byName.has(name) && !pending.includes(name));
    expect(missing, 'neither built nor pending').to.deep.equal([]);
  });

  it('lists as pending only what is in the contract and not built yet', () => {
    const known = new Set(operations.map(({ operationId }) => operationId));
    expect(
      pending.filter((name) => byName.has(name)),
      'built: take these off test/support/routes/pending-operations.json',
    ).to.deep.equal([]);
    expect(
      pending.filter((name) => !known.has(name)),
      'unknown',
    ).to.deep.equal([]);
    expect(pending).to.deep.equal([...new Set(pending)].sort());
  });

  for (const { operationId, method, path, statuses } of operations) {
    const route = byName.get(operationId);
    if (route === undefined) continue;
    it(`answers ${operationId} where the contract has it, with the same success statuses`, () => {
      expect(endpointOf(route)).to.equal(endpoint(method, path));
      expect(Object.keys(route.returns.statuses).map(Number)).to.include.members([...statuses]);
    });
  }

  it('mark the operations as deprecated that the contract deprecates', async () => {
    const named = (of: readonly { readonly deprecated?: boolean }[]) =>
      of.filter(({ deprecated }) => deprecated === true);
    expect(named(ROUTES).map((route) => (route as Route).useCase.name)).to.deep.equal(
      // The newer client deprecates two operations that the contract does not have.
      [
        ...named(operations).map((operation) => (operation as Operation).operationId),
        'submitSiteAgentFeedback',
        'getPublishedContentByUrl',
      ],
    );
    expect(
      ((await apiDocument()) as any).paths['/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move']
        .post.deprecated,
    ).to.equal(true);
  });

  it('use no endpoint of the contract for another operation', () => {
    const owners = new Map(
      operations.map((operation) => [endpoint(operation.method, operation.path), operation.operationId]),
    );
    for (const route of ROUTES)
      expect(owners.get(endpointOf(route)) ?? route.useCase.name, endpointOf(route)).to.equal(route.useCase.name);
  });
});
