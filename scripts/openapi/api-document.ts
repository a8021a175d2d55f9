import { readFileSync } from 'node:fs';
import { BUILD } from '../../src/adapters/http/kernel/build.ts';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { describeApi, type Example } from './describe-api.ts';
import { TAGS } from './tags.ts';
import { useCaseDocs } from './use-case-docs.ts';

/** Recorded by `npm run examples`. */
const EXAMPLES = new URL('./examples/examples.json', import.meta.url);

/** Reads the recorded examples, by operationId. */
export const readExamples = (): Readonly<Record<string, Example>> => JSON.parse(readFileSync(EXAMPLES, 'utf8'));

/** Makes the OpenAPI document of this version from the route table, the docstrings of use cases and the examples. */
export const apiDocument = async (): Promise<object> =>
  describeApi(
    ROUTES,
    {
      title: 'Quire',
      version: BUILD.version,
      description: 'The API of Quire, an open, self-hosted documentation platform.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this instance' },
    },
    { tags: TAGS, docs: await useCaseDocs(ROUTES.map(({ useCase }) => useCase.name)), examples: readExamples() },
  );
