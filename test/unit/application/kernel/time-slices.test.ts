import { expect } from 'chai';
import { inTimeSlices } from '../../../../src/application/kernel/time-slices.ts';
import type { Pausable } from '../../../../src/domain/kernel/pausable.ts';

const COMPUTATIONS = 100;
const MS_OF_EACH = 3;

/** A computation that is shorter than a time slice. */
function* short(): Pausable<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < MS_OF_EACH) yield [];
}

describe('computations in time slices', () => {
  it('yield to the event loop between many short computations in sequence', async () => {
    let turns = 0;
    let isRunning = true;
    const count = (): void => {
      turns++;
      if (isRunning) setImmediate(count);
    };
    setImmediate(count);
    for (let i = 0; i < COMPUTATIONS; i++) await inTimeSlices(short());
    isRunning = false;
    expect(turns).to.be.at.least(10);
  });
});
