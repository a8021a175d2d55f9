import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { describeClients } from './clients/describe-clients.ts';

/**
 * Writes the guide's page about official clients: `npm run clients`. With `--check` it only fails if the page differs
 * from what the routes and the clients say.
 */
const FILE = new URL('../docs/guide/api/clients.md', import.meta.url);
const { page, summary } = describeClients();
const text = await format(page, { parser: 'markdown', printWidth: 120 });
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('docs/guide/api/clients.md is not current: run npm run clients\n');
  process.exit(1);
}
process.stdout.write(`${summary}\n`);
