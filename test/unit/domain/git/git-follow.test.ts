import { expect } from 'chai';
import { GitFollow } from '../../../../src/domain/git/git-follow.ts';
import { OLD_SECRET_GRACE_MS } from '../../../../src/domain/kernel/rotating-secret.ts';

const AT = '2026-03-01T12:00:00.000Z';
const later = (ms: number): string => new Date(Date.parse(AT) + ms).toISOString();
const follow = (interval: number | null = 60): GitFollow =>
  GitFollow.create('space', {
    url: 'https://example.com/o/n',
    address: 'box',
    ref: 'refs/heads/main',
    directory: '',
    treeUrl: null,
    commitUrl: null,
    provider: null,
    shownUrl: null,
    interval,
    generation: 'g',
    secret: 'first',
    createdBy: 'ann',
    via: 'password',
    at: AT,
  });

describe('GitFollow', () => {
  it('schedules checks at the interval, delayed after each failure, at least once a day', () => {
    const branch = follow(3_600);
    expect(branch.nextCheck(AT)).to.equal(later(3_600_000));
    for (const [times, hours] of [2, 4, 8, 16, 24, 24].entries()) {
      branch.recordFailure('gone', later(times));
      expect(branch.nextCheck(AT), `${hours} hours`).to.equal(later(hours * 3_600_000));
    }
    expect(branch.snapshot().failure).to.deep.equal({ error: 'gone', since: AT, times: 6 });
    branch.recordTip('c', AT);
    expect(branch.nextCheck(AT)).to.equal(later(3_600_000));
    expect(follow(null).nextCheck(AT)).to.equal(undefined);
  });

  it('keeps two valid secrets for a day after a rotation, and never three', () => {
    const branch = follow();
    expect(branch.validSecrets(AT)).to.deep.equal(['first']);
    branch.rotateSecret('second', AT);
    expect(branch.validSecrets(later(OLD_SECRET_GRACE_MS - 1))).to.deep.equal(['second', 'first']);
    expect(branch.validSecrets(later(OLD_SECRET_GRACE_MS))).to.deep.equal(['second']);
    branch.rotateSecret('third', AT);
    expect(branch.validSecrets(AT)).to.deep.equal(['third', 'second']);
  });

  it('[A74] is paused once, is not checked while paused, and continues when changed again', () => {
    const branch = follow();
    branch.takeEvents();
    expect(branch.pause('permission-lost', AT)).to.deep.equal({ reason: 'permission-lost', since: AT });
    expect(branch.pause('user-disabled', later(1))).to.equal(undefined);
    expect(branch.takeEvents()).to.deep.equal([
      { type: 'git-follow.paused', aggregateId: 'space', data: { reason: 'permission-lost', userId: 'ann' } },
    ]);
    expect(branch.nextCheck(AT)).to.equal(undefined);
    branch.change(branch.snapshot(), { generation: 'h', createdBy: 'bob', via: null }, AT);
    expect(branch.snapshot()).to.include({ paused: null, createdBy: 'bob' });
    expect(branch.nextCheck(AT)).to.equal(later(60_000));
  });

  it('clears the failure when the settings change', () => {
    const branch = follow();
    branch.recordFailure('gone', AT);
    const { url, address, directory, treeUrl, commitUrl, provider, shownUrl, interval } = branch.snapshot();
    branch.change(
      { url, address, ref: 'refs/heads/other', directory, treeUrl, commitUrl, provider, shownUrl, interval },
      { generation: 'h', createdBy: 'bob', via: null },
      AT,
    );
    expect(branch.snapshot()).to.include({
      ref: 'refs/heads/other',
      generation: 'h',
      createdBy: 'bob',
      failure: null,
      tip: null,
      secret: 'first',
    });
  });
});
