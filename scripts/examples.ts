/**
 * Records the examples of the API reference: starts an instance in memory, walks through the life of a small organization with
 * every operation, and writes scripts/openapi/examples/examples.json. `npm run openapi` takes them into openapi.json.
 */
import { writeFileSync } from 'node:fs';
import { ROUTES } from '../src/adapters/http/routes.ts';
import { PUBLIC_URL, startExampleInstance } from './openapi/examples/example-instance.ts';
import { findExampleProblem, Recorder } from './openapi/examples/recorder.ts';
import { walk } from './openapi/examples/scenario.ts';
import { Stabilizer } from './openapi/examples/stable.ts';

const FILE = new URL('./openapi/examples/examples.json', import.meta.url);
/** Instant at which examples show the clock of the instance to have started. */
const START = Date.parse('2026-03-02T09:00:00Z');

const example = await startExampleInstance();
const { instance, input } = example;
try {
  const stabilizer = new Stabilizer({
    clock: { from: example.started, to: START },
    replacements: [
      [input.website, 'https://help.acme.example'],
      [`file://${example.folder}`, 'https://git.acme.example'],
      ['http://127.0.0.1:9', 'https://git.acme.example'],
      [instance.url, PUBLIC_URL],
      ['127.0.0.1', '198.51.100.7'],
    ],
    words: new Set(ROUTES.map(({ useCase }) => useCase.name)),
  });
  const recorder = new Recorder(instance.url, instance.adminToken, example.clock, (...seen) =>
    stabilizer.observe(...seen),
  );
  await walk(recorder, input);
  const examples = stabilizer.stable(recorder.examples());
  const problems = ROUTES.flatMap((route) => {
    const problem = findExampleProblem(route, examples[route.useCase.name]);
    return problem === undefined ? [] : [`${route.useCase.name} ${problem}`];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
} finally {
  await example.stop();
}
