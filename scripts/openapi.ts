import { readFileSync, writeFileSync } from 'node:fs';
import { apiDocument } from './openapi/api-document.ts';

/** Writes openapi.json from the route table; with --check says whether the checked-in one is current. */
const file = new URL('../openapi.json', import.meta.url);
const current = `${JSON.stringify(await apiDocument(), null, 2)}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== current) {
    console.error('openapi.json is not current: run `npm run openapi` and commit it');
    process.exit(1);
  }
} else writeFileSync(file, current);
