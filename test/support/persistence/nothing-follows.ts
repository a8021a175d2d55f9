import type { Revision } from '../../../src/domain/content/revision.ts';
import type { Projections } from '../../../src/ports/content/projections.ts';

/** What follows from primary content where a test is about something else. */
export const nothingFollows = ({ content }: Pick<Revision, 'content'>): Projections => ({
  before: null,
  content,
  defer: async () => undefined,
  async *parts() {},
});
