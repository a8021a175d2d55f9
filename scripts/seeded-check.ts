import { withTemporaryFolder } from './temporary-folder.ts';

export interface SeededCheckInput {
  readonly seconds: number;
  readonly seed: number;
  /** Empty folder. */
  readonly folder: string;
}

export interface SeededCheckOutcome {
  readonly summary: string;
  readonly violations: readonly string[];
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs a check for the duration and with the seed of the command line (`npm run check:NAME -- SECONDS SEED`), prints its
 * outcome, and exits with code 1 if it found violations.
 */
export async function runSeededCheck(
  {
    name,
    seconds: usual,
    minSeconds = 1,
  }: { readonly name: string; readonly seconds: number; readonly minSeconds?: number },
  check: (input: SeededCheckInput) => Promise<SeededCheckOutcome>,
): Promise<never> {
  const [seconds = usual, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number);
  if (!(seconds >= minSeconds) || !Number.isInteger(seed)) {
    process.stderr.write(`usage: npm run check:${name} [-- SECONDS [SEED]], at least ${minSeconds} seconds\n`);
    process.exit(2);
  }
  const { summary, violations } = await withTemporaryFolder(name, (folder) => check({ seconds, seed, folder }));
  print(`${seconds} s, seed ${seed}: ${summary}`);
  for (const violation of violations) print(`WRONG ${violation}`);
  process.exit(violations.length > 0 ? 1 : 0);
}
