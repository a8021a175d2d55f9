import { expect } from 'chai';
import { apiDocument } from '../../../../scripts/openapi/api-document.ts';
import { exportDocs, useCaseDocs } from '../../../../scripts/openapi/use-case-docs.ts';
import { ROUTES } from '../../../../src/adapters/http/routes.ts';

interface Operation {
  readonly operationId: string;
  readonly description: string;
}

describe('exportDocs', () => {
  it('reads the docstrings of exported constants and functions, each paragraph on one line, without tags', () => {
    const text = `
      /** Not exported. */
      const hidden = 1;
      /**
       * Merges a change request.
       *
       * Fails with \`Conflict\`.
       * @throws Conflict
       */
      export const merge = 1;
      /** Gets the version. */
      export function version() {}
      export const undocumented = 1;
    `;
    expect([...exportDocs('a.ts', text)]).to.deep.equal([
      ['merge', 'Merges a change request.\n\nFails with `Conflict`.'],
      ['version', 'Gets the version.'],
    ]);
  });
});

describe('descriptions of the API reference', () => {
  let operations: readonly Operation[];
  before(async () => {
    const { paths } = (await apiDocument()) as { paths: Record<string, Record<string, Operation>> };
    operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  });

  it('come from the docstring of the use case, for each operation', async () => {
    const names = ROUTES.map(({ useCase }) => useCase.name);
    const docs = await useCaseDocs(names);
    expect(names.filter((name) => !docs.has(name))).to.deep.equal([]);
    for (const { operationId, description } of operations)
      expect(description, operationId).to.include(docs.get(operationId)!.split('`')[0]);
  });

  it('begin with a verb in the third person', () => {
    const others = operations.filter(({ description }) => !/^[A-Z][a-z]+s[ ,]/.test(description));
    expect(others.map(({ operationId }) => operationId)).to.deep.equal([]);
  });

  it('name statuses, not classes of errors', () => {
    const named = operations.filter(({ description }) =>
      /`(Invalid|Forbidden|NotAllowed|NotFound|Conflict|PreconditionFailed|TooManyAttempts|StorageQuotaExceeded)`/.test(
        description,
      ),
    );
    expect(named.map(({ operationId }) => operationId)).to.deep.equal([]);
    const merge = operations.find(({ operationId }) => operationId === 'mergeChangeRequest');
    expect(merge?.description).to.include('fails with `409`');
  });

  it('state who may call the operation', () => {
    const silent = operations.filter(
      ({ description }) =>
        !/(Requires the permission `[\w:-]+`|Needs no API token|An API token is optional)/.test(description),
    );
    expect(silent.map(({ operationId }) => operationId)).to.deep.equal([]);
  });
});
