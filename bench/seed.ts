import { startSeeding } from './seeding.ts';

/**
 * Fills a database that an instance has set up: `DATABASE_URL`, sizes as arguments. Prints the ids of the spaces as
 * JSON.
 */
const sizes = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(await startSeeding(process.env['DATABASE_URL']!, sizes)));
process.exit(0);
