import { expect } from 'chai';
import { EVENT_TOLERANCE_MS, normalizeEventTime, GitSync } from '../../../../src/domain/git/git-sync.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const at = (ms: number): string => new Date(Date.parse(NOW) + ms).toISOString();

describe('normalizeEventTime', () => {
  it('[A91] keeps a time up to 5 minutes in the future, and replaces a later one by the present', () => {
    expect(EVENT_TOLERANCE_MS).to.equal(300_000);
    expect(normalizeEventTime(at(EVENT_TOLERANCE_MS), NOW)).to.equal(at(EVENT_TOLERANCE_MS));
    expect(normalizeEventTime(at(EVENT_TOLERANCE_MS + 1), NOW)).to.equal(NOW);
    expect(normalizeEventTime('9999-12-31T23:59:59-14:00', NOW)).to.equal(NOW);
  });

  it('replaces a time before 1970 by its first instant', () => {
    expect(normalizeEventTime('0000-01-01T00:00:00+14:00', NOW)).to.equal('1970-01-01T00:00:00.000Z');
    expect(normalizeEventTime('2026-03-01T13:00:00+02:00', NOW)).to.equal('2026-03-01T11:00:00.000Z');
  });
});

describe('GitSync.isStaleEvent', () => {
  const syncAt = (eventAt: string | null): GitSync =>
    GitSync.restore({ ...GitSync.create('space', 'organization').snapshot(), eventAt });

  it('[A91] ignores a stored time that is too far in the future', () => {
    expect(syncAt(null).isStaleEvent(at(-1), NOW)).to.equal(false);
    expect(syncAt(NOW).isStaleEvent(at(-1), NOW)).to.equal(true);
    expect(syncAt(NOW).isStaleEvent(NOW, NOW)).to.equal(false);
    expect(syncAt(at(EVENT_TOLERANCE_MS)).isStaleEvent(NOW, NOW)).to.equal(true);
    expect(syncAt(at(EVENT_TOLERANCE_MS + 1)).isStaleEvent(NOW, NOW)).to.equal(false);
  });
});
