import type { Revision } from '../../../src/domain/content/revision.ts';
import type { Projections } from '../../../src/ports/content/projections.ts';

/** Empty projection of primary content, for tests of other subjects. */
export const emptyProjection = ({ content }: Pick<Revision, 'content'>): Projections => ({
  before: null,
  content,
  defer: async () => undefined,
  async *parts() {},
});
