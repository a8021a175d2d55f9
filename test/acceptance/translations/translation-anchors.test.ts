import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { downloadPdf, readPdf } from '../../support/files/read-pdf.ts';
import { instanceWith, Translations } from '../../support/translation-world.ts';
import { until } from '../../support/until.ts';
import { apiOf, must, World } from '../../support/world.ts';

const HEADINGS =
  '## First steps\n\nText.\n\n## Example\n\n## Example\n\n## A `--flag` of it\n\nOwn words <a href="#own" id="own"></a>\n---\n\nThe end.\n';
const ANCHORS = ['first-steps', 'example', 'example-1', 'a-flag-of-it', 'own'];

/** Id of the heading with the flag in links from before. */
const OLD_ANCHOR = 'a---flag-of-it';

onEveryBackend('headings of a translation', (backend) => {
  let translations: Translations;
  before(async () => {
    translations = new Translations(await World.create(await instanceWith(backend, { TRANSLATION_ENGINE: 'pseudo' })));
  });
  /** A page that links to every heading of another one, and both in other words. */
  async function translated() {
    const source = await translations.space({ Target: HEADINGS, Source: 'Nothing yet.' });
    const [target, from] = await translations.pages(source);
    const written = [
      ...ANCHORS.map((anchor) => `[words](/pages/${target.id}#${anchor})`),
      `[old](/pages/${target.id}#${OLD_ANCHOR})`,
      '[here](#below-it)',
    ].join(' ');
    await translations.write(source, 'Source', { document: { markdown: `${written}\n\n## Below it\n` } });
    const { id, result } = await translations.completed((await translations.create(source)).id);
    // What links there are is told a moment after a space was made as a whole.
    await until(async () => (await links(result.space)).count > 0);
    return { id, source, space: result.space as string, target: target.id as string, from: from.id as string };
  }
  const links = async (space: string): Promise<any> =>
    must(await translations.api.get(`/v1/spaces/${space}/links`), 200);
  const broken = async (space: string): Promise<number> => (await links(space)).stats.broken.total;
  const targetOf = async (space: string): Promise<string> => (await translations.pages(space))[0].markdown;

  it('are found by the anchors of the source on sites, in lists of links and in PDF files', async function () {
    const { space, target, from } = await translated();
    const markdown = await targetOf(space);
    expect(markdown).to.match(/^## Ƒîŕšţ··.* <a href="#first-steps" id="first-steps"><\/a>\n/);
    expect(markdown).not.to.include('First').and.not.to.include('Example');
    expect(await broken(space)).to.equal(0);

    const { world, api } = translations;
    const { data: site } = await world.admin.client.orgs.createSite(world.organizationId, {
      title: 'Translated',
      spaces: [space],
    });
    const { urls } = must(await api.post(`/v1/orgs/${world.organizationId}/sites/${site.id}/publish`), 200);
    const reader = apiOf(world.instance);
    const [pages, at] = [
      must(await api.get(`/v1/spaces/${space}/content/pages`), 200).pages,
      new URL(urls.published).pathname.replace(/\/$/, ''),
    ];
    const html = must(await reader.get(`${at}/${pages[1].path}`), 200) as string;
    const linked = [...html.matchAll(/href="([^"#]*)#([^"]+)"[^>]*>ŵöŕ/g)].map(([, path, anchor]) => [path, anchor]);
    expect(linked.map(([, anchor]) => anchor)).to.deep.equal(ANCHORS);
    const read = must(await reader.get(new URL(linked[0]![0]!, urls.published).pathname), 200) as string;
    expect([...read.matchAll(/<h2[^>]* id="([^"]+)"/g)].map(([, id]) => id)).to.include.members(ANCHORS);
    expect(read).to.include(`<span id="${OLD_ANCHOR}"></span>`);

    const { url } = must(await api.get(`/v1/spaces/${space}/pdf`), 200);
    const { names, links: inPdf } = await readPdf(await downloadPdf(url));
    const places = [...ANCHORS.map((anchor) => `${target}#${encodeURIComponent(anchor)}`), `${from}#below-it`];
    expect([...names.keys()]).to.include.members(places);
    expect(inPdf.map(({ to }) => to)).to.include.members(places.map((place) => names.get(place)));
    for (const { to } of inPdf) expect(to).to.not.equal(-1);
  });

  it('are no links themselves', async () => {
    const { source, space } = await translated();
    expect((await links(space)).count).to.equal((await links(source)).count);
  });

  it('keep their anchors when people rename them, and follow renamed headings of the source', async () => {
    const { id, source, space, target } = await translated();
    const byHand = async (words: string): Promise<void> => {
      await translations.edit(space, {
        operation: 'update_page',
        page: target,
        document: { markdown: (await targetOf(space)).replace(/^## .*$/m, words) },
      });
    };
    await byHand('## Primeros pasos');
    expect(await broken(space)).to.equal(1);
    await translations.run(id);
    expect(await targetOf(space)).to.include('## Primeros pasos <a href="#first-steps" id="first-steps"></a>\n');
    expect(await broken(space)).to.equal(0);
    expect((await translations.review(id))[0].texts).to.deep.equal([
      { state: 'pinned', place: 'document', segment: 0, source: 'First steps', text: 'Primeros pasos' },
    ]);

    await translations.write(source, 'Target', {
      document: { markdown: HEADINGS.replace('First steps', 'The first steps') },
    });
    const [, from] = await translations.pages(source);
    await translations.write(source, 'Source', {
      document: { markdown: from.markdown.replace('#first-steps', '#the-first-steps') },
    });
    await translations.run(id);
    expect(await targetOf(space)).to.include(
      '## Primeros pasos <a href="#the-first-steps" id="the-first-steps"></a>\n',
    );
    expect(await broken(space)).to.equal(0);
    const [{ texts }] = await translations.review(id);
    expect(texts).to.have.length(1);
    expect(texts[0]).to.include({ state: 'stale', text: 'Primeros pasos' });

    await byHand(`## ${texts[0].suggestion}`);
    await translations.run(id);
    expect(await targetOf(space)).to.include(
      `## ${texts[0].suggestion} <a href="#the-first-steps" id="the-first-steps"></a>\n`,
    );
    expect(await translations.review(id)).to.deep.equal([]);
    expect(await broken(space)).to.equal(0);
  });

  it('have the id that people gave them', async () => {
    const { id, space, target } = await translated();
    const edited = (await targetOf(space)).replace('<a href="#example" id="example">', '<a href="#mine" id="mine">');
    await translations.edit(space, { operation: 'update_page', page: target, document: { markdown: edited } });
    await translations.run(id);
    expect(await targetOf(space)).to.equal(edited);
  });
});
