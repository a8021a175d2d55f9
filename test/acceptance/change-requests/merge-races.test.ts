import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World } from '../../support/world.ts';

const PAGES = 10;
const PARAGRAPHS = 5;
const MANY = 100;

onEveryBackend('mergeChangeRequest', (backend) => {
  const numbers = Array.from({ length: MANY }, (_, i) => i);
  /** Edit of the writer number `i`; two writers each share a page and a paragraph. */
  const placeOf = (i: number) => ({ page: i % PAGES, paragraph: Math.floor(i / PAGES) % PARAGRAPHS });
  const wordOf = (i: number): string => `Said by number ${i}.`;
  const START = Array.from({ length: PARAGRAPHS }, (_, i) => `Paragraph ${i}.\n`).join('\n');

  it('[A51] merges a hundred overlapping change requests at once into one linear history that loses nothing', async function () {
    const world = await World.create(await backend.instance());
    const { api } = world.admin;
    const start = await Draft.open(world);
    const { changes } = await start.edit(
      ...Array.from({ length: PAGES }, (_, i) => insert(`P${i}`, { document: { markdown: START } })),
    );
    const pages: string[] = changes.map(({ page }: any) => page.id);
    await start.merge();
    const begin = (await start.inSpace('')).revision;

    const drafts = await Promise.all(numbers.map(() => start.another()));
    const write = (i: number, markdown: string): Promise<void> =>
      drafts[i]!.update(pages[placeOf(i).page]!, { document: { markdown } });
    await Promise.all(numbers.map((i) => write(i, START.replace(`Paragraph ${placeOf(i).paragraph}.`, wordOf(i)))));

    const answers = await Promise.all(drafts.map(({ path }) => api.post(`${path}/merge`)));
    const merged = numbers.filter((i) => answers[i]!.status === 200);
    const refused = numbers.filter((i) => answers[i]!.status === 409);
    expect([merged.length, refused.length]).to.deep.equal([MANY / 2, MANY / 2]);
    expect(new Set(merged.map((i) => JSON.stringify(placeOf(i)))).size).to.equal(MANY / 2);
    for (const i of refused)
      expect(answers[i]!.body.conflicts.map(({ kind, page }: any) => [kind, page])).to.deep.equal([
        ['content', pages[placeOf(i).page]],
      ]);

    const updates = await Promise.all(refused.map((i) => drafts[i]!.updated()));
    for (const { result } of updates) expect(result).to.equal('conflicts');
    await Promise.all(
      refused.map(async (i) => {
        const { markdown } = await drafts[i]!.page(pages[placeOf(i).page]!);
        expect(markdown).to.include(wordOf(i));
        await write(i, markdown.replace(/^(?:[<>|]{7} .*|={7}|Paragraph \d\.)\n/gm, ''));
      }),
    );
    const again = await Promise.all(refused.map((i) => api.post(`${drafts[i]!.path}/merge`)));
    for (const answer of again) must(answer, 200);

    const texts = await Promise.all(pages.map(async (id) => (await start.inSpace(`/content/page/${id}`)).markdown));
    for (const i of numbers)
      expect(
        texts[placeOf(i).page].split('\n').filter((line: string) => line === wordOf(i)),
        wordOf(i),
      ).to.have.length(1);

    const { items: history } = await start.inSpace(`/revisions?limit=${MANY + 1}`);
    expect(history.at(-1).id).to.equal(begin);
    for (let i = 0; i < MANY; i++)
      expect(history[i])
        .to.deep.include({ type: 'merge' })
        .and.nested.property('parents[0]', history[i + 1].id);
    expect(history.slice(0, MANY).map(({ id }: any) => id)).to.have.members(
      [...merged.map((i) => answers[i]!), ...again].map(({ body }) => body.revision),
    );
  });
});
