import { expect } from 'chai';
import { MemoryContentStore } from '../../../../../src/adapters/persistence/memory/content.ts';
import { read } from '../../../../../src/application/content/reading.ts';
import { NO_CONTENT, readPreviousContent } from '../../../../../src/application/git/import/previous-content.ts';
import { putObjects } from '../../../../../src/application/content/put-objects.ts';
import { buildPlannedContent } from '../../../../../src/application/git/import/seed-content.ts';
import { GitRepositoryFormat } from '../../../../../src/adapters/git-format/git-repository-format.ts';
import { slugify } from '../../../../../src/adapters/slugify.ts';
import { repositoryOf } from '../../../adapters/git-format/repository-of.ts';
import { longestTurnOf, RETRIES_OF_MEASUREMENTS } from '../../../../support/cpu-time.ts';

const PAGES = 4000;
const pathOf = (i: number): string => `section-${Math.floor(i / 50)}/${i % 50 === 0 ? 'README' : `page-${i}`}.md`;
const files = Object.fromEntries(
  Array.from({ length: PAGES }, (_, i): [string, string] => [
    pathOf(i),
    `---\ndescription: Page ${i}\n---\n\n# Page ${i}\n\nText ${i}.\n`,
  ]),
);

/** Limit on a blocked event loop: a time slice of 10 ms and a pause for garbage collection. */
const MAX_TURN_MS = 150;

describe('import of thousands of pages', () => {
  it('yields to the event loop while it reads, plans and builds, in the first and in the second import', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const store = new MemoryContentStore();
    const now = '2026-01-01T00:00:00.000Z';
    let ids = 0;
    const newId = (): string => String(++ids).padStart(20, '0');
    let content: string | undefined;
    const importAll = async (): Promise<void> => {
      const plan = await new GitRepositoryFormat(slugify).read(repositoryOf(files));
      expect(plan.pages).to.have.length(PAGES);
      const previous = content === undefined ? NO_CONTENT : await read(store, readPreviousContent(content as never));
      const { contentHash, objects } = await read(
        store,
        buildPlannedContent(plan, { newId, now, files: new Map(), previous }),
      );
      await putObjects(store, objects);
      if (content !== undefined) expect(contentHash).to.equal(content);
      content = contentHash;
    };
    for (const time of ['first', 'second']) {
      const longest = await longestTurnOf(importAll);
      expect(longest, `${time} time`).to.be.below(MAX_TURN_MS);
    }
  });
});
