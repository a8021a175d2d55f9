import { expect } from 'chai';
import { Conflict, NotFound } from '../../../src/domain/kernel/errors.ts';
import { isRestorable, RESTORE_PERIOD_MS, Space } from '../../../src/domain/spaces.ts';

const AT = '2030-01-01T00:00:00.000Z';
const later = (ms: number): string => new Date(Date.parse(AT) + ms).toISOString();
const made = (parentId: string | null = null): Space =>
  Space.create({ id: 's', organizationId: 'o', parentId, title: 'Guide', at: AT });
const eventsOf = (space: Space): string[] => space.takeEvents().map(({ type }) => type);

describe('Space', () => {
  it('records a deletion once', () => {
    const space = made();
    space.takeEvents();
    expect(space.delete(AT)).to.equal(true);
    const deleted = space.snapshot();
    expect(space.delete(later(1000))).to.equal(false);
    expect(space.snapshot()).to.equal(deleted).and.to.include({ deletedAt: AT });
    expect(eventsOf(space)).to.deep.equal(['space.deleted']);
  });

  it('can be restored for seven days, to the millisecond', () => {
    expect(RESTORE_PERIOD_MS).to.equal(604_800_000);
    expect([isRestorable(AT, later(RESTORE_PERIOD_MS)), isRestorable(AT, later(RESTORE_PERIOD_MS + 1))]).to.deep.equal([
      true,
      false,
    ]);
    const [kept, lost] = [made('c'), made('c')];
    for (const space of [kept, lost]) space.delete(AT);
    kept.restore('c', later(RESTORE_PERIOD_MS));
    expect(kept.snapshot()).to.include({ deletedAt: null, parentId: 'c', updatedAt: later(RESTORE_PERIOD_MS) });
    expect(() => lost.restore('c', later(RESTORE_PERIOD_MS + 1))).to.throw(NotFound);
    expect(() => kept.restore('c', later(RESTORE_PERIOD_MS))).to.throw(Conflict, 'not deleted');
  });

  it('is visible through its collection only while it is in one', () => {
    expect(() => made().change({ visibility: 'in-collection' }, AT)).to.throw(Conflict);
    const space = made('c');
    space.change({ visibility: 'in-collection' }, AT);
    space.delete(AT);
    space.restore(null, later(1));
    expect(space.snapshot()).to.include({ visibility: 'private', parentId: null });
  });

  it('is copied with its settings, but without visibility outside', () => {
    const space = made('c');
    space.change({ editMode: 'locked', emoji: '1f4d8', defaultLevel: null, visibility: 'public' }, AT);
    const copy = space.duplicate({ id: 't', rank: 'r', level: 'create', at: later(5) });
    expect(copy.snapshot()).to.deep.equal({
      ...space.snapshot(),
      id: 't',
      rank: 'r',
      defaultFrom: 's',
      title: 'Copy of Guide',
      visibility: 'private',
      createdAt: later(5),
      updatedAt: later(5),
    });
    expect(copy.takeEvents()).to.deep.equal([{ type: 'space.created', aggregateId: 't', data: { from: 's' } }]);
  });
});
