import type { Clock } from '../../ports/kernel/clock.ts';

export const systemClock: Clock = { now: () => new Date().toISOString() };
