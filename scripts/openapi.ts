import { readFileSync, writeFileSync } from 'node:fs';
import { apiDocument } from './openapi/api-document.ts';
import { appClient } from './openapi/app-client.ts';

/** Writes openapi.json from the route table, and the app's client from it; with --check says whether both are current. */
const document = await apiDocument();
const files = [
  ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
  ['app/src/api/operations.ts', await appClient(JSON.parse(JSON.stringify(document)))],
] as const;
for (const [name, current] of files) {
  const file = new URL(`../${name}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(file, current);
  else if (readFileSync(file, 'utf8') !== current) {
    console.error(`${name} is not current: run \`npm run openapi\` and commit it`);
    process.exitCode = 1;
  }
}
