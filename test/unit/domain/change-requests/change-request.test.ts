import { expect } from 'chai';
import {
  ChangeRequest,
  type ChangeRequestState,
  type ChangeRequestStatus,
} from '../../../../src/domain/change-requests/change-request.ts';
import { Conflict } from '../../../../src/domain/kernel/errors.ts';

const AT = '2030-01-01T00:00:00.000Z';
const LATER = '2030-01-02T00:00:00.000Z';
const opened = (): ChangeRequest =>
  ChangeRequest.open({ id: 'c', spaceId: 's', number: 1, subject: 'Typos', createdBy: 'ann', from: 'r1', at: AT });
const inState = (status: ChangeRequestStatus, more: Partial<ChangeRequestState> = {}): ChangeRequest =>
  ChangeRequest.restore({ ...opened().snapshot(), status, ...more });

describe('ChangeRequest', () => {
  it('is open when created, based on the revision it was created from', () => {
    expect(opened().snapshot()).to.include({
      status: 'open',
      revisionInitial: 'r1',
      revisionMergedAncestor: null,
      revisionMerged: null,
    });
    expect(opened().base).to.equal('r1');
  });

  for (const from of ['draft', 'open', 'archived'] as const)
    for (const to of ['draft', 'open', 'archived'] as const)
      it(`changes from ${from} to ${to} on request`, () => {
        const changeRequest = inState(from);
        changeRequest.change({ status: to }, LATER);
        expect(changeRequest.snapshot()).to.include({ status: to, updatedAt: LATER, subject: 'Typos' });
      });

  it('is based on the latest merged revision of the space after an update', () => {
    const changeRequest = opened();
    changeRequest.recordUpdate('r2', LATER);
    expect(changeRequest.base).to.equal('r2');
  });

  it('records the revision that its merge created', () => {
    const changeRequest = opened();
    changeRequest.recordMerge('r9', LATER);
    expect(changeRequest.snapshot()).to.include({ status: 'merged', revisionMerged: 'r9', updatedAt: LATER });
  });

  for (const status of ['draft', 'archived', 'merged'] as const)
    it(`cannot be merged while ${status}`, () => {
      const changeRequest = inState(status);
      expect(() => changeRequest.recordMerge('r9', LATER)).to.throw(Conflict, status);
      expect(changeRequest.snapshot().status).to.equal(status);
    });

  for (const [name, act] of [
    ['edited', (it: ChangeRequest) => it.recordEdit(LATER)],
    ['updated', (it: ChangeRequest) => it.recordUpdate('r2', LATER)],
  ] as const) {
    it(`can be ${name} as a draft`, () => expect(() => act(inState('draft'))).not.to.throw());
    for (const status of ['archived', 'merged'] as const)
      it(`cannot be ${name} when ${status}`, () => expect(() => act(inState(status))).to.throw(Conflict, status));
  }

  it('does not change its subject or status once merged', () => {
    for (const change of [{ subject: 'New' }, { status: 'open' as const }])
      expect(() => inState('merged').change(change, LATER)).to.throw(Conflict, 'already merged');
  });

  it('returns each event once', () => {
    const changeRequest = opened();
    changeRequest.recordMerge('r9', LATER);
    expect(changeRequest.takeEvents().map(({ type }) => type)).to.deep.equal([
      'change-request.created',
      'change-request.merged',
    ]);
    expect(changeRequest.takeEvents()).to.deep.equal([]);
  });
});
