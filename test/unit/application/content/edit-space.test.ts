import { expect } from 'chai';
import { updateSpaceContent } from '../../../../src/application/content/edit-space.ts';
import { Conflict } from '../../../../src/domain/kernel/errors.ts';
import { Space } from '../../../../src/domain/spaces.ts';

describe('updateSpaceContent', () => {
  /** Runs an edit that read the space as live, and then waited for another edit. */
  const runAfterWait = async (editMode: 'live' | 'locked'): Promise<unknown> => {
    const space = { state: { editMode: 'live' }, head: { revisionId: 'before', content: 'x' } };
    const context = {
      scope: { organizationId: 'o', space },
      work: { branches: { lock: async () => [{ revisionId: 'after', content: 'x' }] } },
      read: { spaces: { get: async () => Space.restore({ editMode } as never) } },
    };
    return updateSpaceContent.run(context as never, { spaceId: 's', body: { changes: [] } } as never, []).then(
      () => undefined,
      (error: unknown) => error,
    );
  };

  it('refuses an edit that waited while the content was locked', async () => {
    expect(await runAfterWait('locked')).to.be.instanceOf(Conflict);
    expect(await runAfterWait('live')).to.not.be.instanceOf(Conflict);
  });
});
