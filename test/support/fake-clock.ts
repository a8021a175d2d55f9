import { spawnSync } from 'node:child_process';
import type { Context } from 'mocha';

/** Path of the library that Debian's `faketime` preloads; undefined if it is not installed. */
const library = (): string | undefined =>
  /^LD_PRELOAD=(.+)$/m.exec(spawnSync('faketime', ['-f', '+0', 'env'], { encoding: 'utf8' }).stdout ?? '')?.[1];

/**
 * Returns the environment of a process whose clock is ahead by a number of seconds, or behind by a negative one. The
 * test is skipped where that is not possible.
 */
export function fakeClock(test: Context): (seconds: number) => Record<string, string> {
  const preloaded = library();
  if (preloaded === undefined) {
    if (process.env['CI'] === '1') throw new Error('faketime is not installed');
    test.test!.title += ' (there is no faketime here: Debian has it as the package faketime)';
    test.skip();
  }
  return (seconds) => ({
    LD_PRELOAD: preloaded!,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
}
