import { expect } from 'chai';
import fc from 'fast-check';
import {
  MAX_JITTER,
  MAX_RETRY_AFTER_MS,
  parseRetryAfter,
  RETRY_DELAYS_MS,
  retryDelay,
} from '../../../../src/domain/webhooks/retry-schedule.ts';
import { checkProperty } from '../../../support/properties.ts';

const NOW = '2030-01-01T00:00:00.000Z';
const HOUR_MS = 60 * 60 * 1000;

describe('retryDelay', () => {
  it('adds a jitter of at most a fifth to the delay of the schedule, the same for the same attempt', () =>
    checkProperty(
      fc.property(fc.integer({ min: 1, max: RETRY_DELAYS_MS.length }), fc.string(), (tries, seed) => {
        const delay = retryDelay(tries, seed, null)!;
        const planned = RETRY_DELAYS_MS[tries - 1]!;
        expect(delay).to.be.within(planned, Math.ceil(planned * (1 + MAX_JITTER)));
        expect(retryDelay(tries, seed, null)).to.equal(delay);
      }),
    ));

  it('ends after about a day', () => {
    expect(retryDelay(RETRY_DELAYS_MS.length + 1, 'seed', null)).to.equal(undefined);
    const total = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
    expect(total).to.be.within(24 * HOUR_MS, 30 * HOUR_MS);
  });

  it('waits as long as the endpoint asks for, up to a day, and never less than the schedule', () => {
    expect(retryDelay(1, 'seed', HOUR_MS)).to.equal(HOUR_MS);
    expect(retryDelay(1, 'seed', MAX_RETRY_AFTER_MS + 1)).to.equal(MAX_RETRY_AFTER_MS);
    expect(retryDelay(3, 'seed', 1)).to.equal(retryDelay(3, 'seed', null));
  });
});

describe('parseRetryAfter', () => {
  it('reads seconds and dates', () => {
    expect(parseRetryAfter('120', NOW)).to.equal(120_000);
    expect(parseRetryAfter('Tue, 01 Jan 2030 00:01:00 GMT', NOW)).to.equal(60_000);
    expect(parseRetryAfter('Mon, 31 Dec 2029 00:00:00 GMT', NOW)).to.equal(0);
  });
  it('ignores anything else', () => {
    for (const value of [undefined, '', 'soon', '-1', '1.5 s']) expect(parseRetryAfter(value, NOW)).to.equal(null);
  });
});
