import { join } from 'node:path';
import { checkSize, type SizeFigures } from './size/check-size.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

const [pages = 10_000, spaces = 20] = process.argv.slice(2).map(Number);
if (!(pages >= spaces && spaces >= 1)) {
  process.stderr.write('usage: npm run check:size [-- PAGES SPACES]\n');
  process.exit(2);
}

const describe = ({ operation, p50, p99 }: SizeFigures['operations'][number]): string =>
  `${operation}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`;

// With DATABASE_URL, that database is filled: it has to be empty.
// With DATABASE_URL, that database is filled: it has to be empty.
const { bytesPerPage, tables, seconds, operations } = await withTemporaryFolder('size', (folder) =>
  checkSize({
    pages,
    spaces,
    dataDir: join(folder, 'data'),
    databaseUrl: process.env['DATABASE_URL'],
    report: (line) => process.stderr.write(`${line}\n`),
  }),
);
process.stdout.write(`${pages} pages in ${spaces} spaces, generated in ${seconds.toFixed(0)} s\n`);
process.stdout.write(`database: ${bytesPerPage.toFixed(0)} bytes per page\n`);
for (const { name, bytes } of tables) process.stdout.write(`  ${name}: ${(bytes / pages).toFixed(0)}\n`);
for (const figures of operations) process.stdout.write(describe(figures));
process.exit(0);
