import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { codes, gitImports } from '../../support/git/git-imports.ts';
import type { CommitFile } from '../../support/git/git-project.ts';
import { must, type Api, type World } from '../../support/world.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEElEQVR42mNk+M9QzwAFAAkPAQH6Yh3zAAAAAElFTkSuQmCC',
  'base64',
);
const FILES: Record<string, CommitFile> = {
  'README.md': '# Home\n',
  'guide/README.md': '# Guide\n',
  'guide/use.md': '---\ndescription: How\nicon: book\n---\n\n# Use\n\n[Home](../README.md)\n',
  'guide/more.md': '---\nicon: [\n---\n# More\n',
  'SUMMARY.md':
    '* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Using](guide/use.md "Use")\n  * [More](guide/more.md)\n',
  '.gitbook/assets/a.png': PNG,
  '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind.\n',
  'unlisted.md': '# Unlisted\n',
  'tool.js': 'x',
  'shot.png': PNG,
};

/** An import with a cache reads what changed only: whatever it is, the space then has what an import of everything has. */
onEveryBackend('importGitRepository after an earlier import', (backend) => {
  const git = gitImports(backend);
  const { plant, run } = git;
  let world: World;
  let api: Api;
  before(() => void ({ world, api } = git));
  const cached = { repoCacheID: 'c' };

  /** Content of a space, without ids and times. */
  const contentOf = async (id: string): Promise<any> => {
    const revision = must(await api.get(`/v1/spaces/${id}/content`), 200);
    const strip = ({
      id: _id,
      createdAt: _c,
      updatedAt: _u,
      documentId: _d,
      urls: _urls,
      pages,
      cover,
      ...rest
    }: any): any => ({ ...rest, cover: cover && Object.keys(cover), ...(pages && { pages: pages.map(strip) }) });
    const documents = await Promise.all(
      paths(revision.pages).map(
        async (path) =>
          must(await api.get(`/v1/spaces/${id}/content/path/${encodeURIComponent(path)}?format=markdown`), 200)
            .markdown,
      ),
    );
    return {
      pages: revision.pages.map(strip),
      files: revision.files.map(({ id: _id, downloadURL: _url, ...file }: any) => file),
      reusable: revision.reusableContents.map(({ title, git: { path } }: any) => [title, path]),
      variables: revision.variables,
      documents,
    };
  };
  const paths = (pages: any[]): string[] =>
    pages.flatMap(({ type, path, pages: below = [] }) => [...(type === 'document' ? [path] : []), ...paths(below)]);
  const allPages = (pages: any[]): any[] => pages.flatMap((page) => [page, ...allPages(page.pages ?? [])]);
  const pagesOf = async (id: string): Promise<any[]> =>
    allPages(must(await api.get(`/v1/spaces/${id}/content/pages`), 200).pages);

  const changes: Record<string, Record<string, CommitFile | null>> = {
    'nothing that is imported': { 'tool.js': 'y', 'unlisted.md': '# Other\n' },
    'the text of a page': {
      'guide/use.md': '---\ndescription: How\nicon: book\n---\n\n# Use\n\nNew words. [Home](../README.md)\n',
    },
    'the heading of a page': { 'guide/use.md': '# Another\n\n[Home](../README.md)\n' },
    'front matter, to better and to worse': {
      'guide/more.md': '---\nicon: bolt\nhidden: true\n---\n# More\n',
      'guide/use.md': '---\nicon: [\n---\n\n# Use\n',
    },
    'a page that begins to name an image beside it, and one of the assets': {
      'guide/use.md': '# Use\n\n![](../shot.png) ![](../.gitbook/assets/a.png)\n',
    },
    'a cover that is there, and one that is not': {
      'guide/use.md': '---\ncover: ../.gitbook/assets/a.png\n---\n# Use\n',
      'guide/more.md': '---\ncover: ../shot.png\n---\n# More\n',
    },
    'the bytes of a file and an included text': {
      '.gitbook/assets/a.png': Buffer.concat([PNG, Buffer.from([0])]),
      '.gitbook/includes/note.md': '---\ntitle: Another note\n---\n\nNever mind.\n',
    },
    'a new page': { 'guide/new.md': '# New\n', 'SUMMARY.md': `${String(FILES['SUMMARY.md'])}* [New](guide/new.md)\n` },
    'a page less': {
      'guide/more.md': null,
      'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Using](guide/use.md)\n',
    },
    'a file that a page lists and that is gone': { 'guide/more.md': null },
    variables: { '.gitbook/vars.yaml': 'version: 3\n' },
    'a text that is a symbolic link now': { 'guide/use.md': { symlink: '/etc/passwd' } },
    everything: {
      'README.md': '# Home\n\nx\n',
      'guide/README.md': '# Guide\n\nx\n',
      'guide/use.md': '# Use\n\nx\n',
      'guide/more.md': '# More\n\nx\n',
    },
  };

  for (const [what, change] of Object.entries(changes)) {
    it(`makes the same content as a full import when the change is: ${what}`, async () => {
      const { repository } = plant(FILES);
      const [space, fresh] = [await world.space(), await world.space()];
      await run(space.id, repository, cached);
      const before = new Map((await pagesOf(space.id)).map((page) => [page.title, page]));
      plant(
        Object.fromEntries(Object.entries({ ...FILES, ...change }).filter(([, content]) => content !== null)) as Record<
          string,
          CommitFile
        >,
        repository,
      );
      const info = await run(space.id, repository, cached);
      expect(info).to.include({ state: 'idle' });
      const all = await run(fresh.id, repository);
      expect(await contentOf(space.id)).to.deep.equal(await contentOf(fresh.id));
      const reported = ({ lastOperation: { report, pages, files, commit } }: any) => ({
        pages,
        files,
        commit,
        report: report.map((entry: any) => JSON.stringify(entry)).sort(),
      });
      expect(reported(info)).to.deep.equal(reported(all));
      for (const page of await pagesOf(space.id))
        if (before.has(page.title)) expect(page.id, page.title).to.equal(before.get(page.title).id);
    });
  }

  it('leaves unchanged pages with their times alone', async () => {
    const { repository } = plant(FILES);
    const space = await world.space();
    await run(space.id, repository, cached);
    const before = await pagesOf(space.id);
    plant({ ...FILES, 'guide/use.md': '# Use\n\nNew.\n' }, repository);
    const { lastOperation } = await run(space.id, repository, cached);
    expect(lastOperation).to.include({ outcome: 'replaced', pages: 4, files: 1 });
    const after = await pagesOf(space.id);
    for (const [i, page] of before.entries())
      expect(page.updatedAt === after[i].updatedAt, page.title).to.equal(page.title !== 'Using');
    expect(after.find(({ title }) => title === 'Using').git.oid).to.not.equal(
      before.find(({ title }) => title === 'Using').git.oid,
    );
    expect(codes({ lastOperation }), 'what was told of the others is told still').to.include('front-matter-unreadable');
  });

  it('keeps links, comments and search results where files were renamed and edited at once', async () => {
    const text = `# Usage\n\n${Array.from({ length: 20 }, (_, i) => `Paragraph ${i} of the original wording.`).join('\n\n')}\n`;
    const files = {
      'README.md': '# Home\n\n[Usage](usage.md)\n',
      'usage.md': text,
      'SUMMARY.md': '* [Home](README.md)\n* [Usage](usage.md)\n',
    };
    const { repository } = plant(files);
    const space = await world.space();
    await run(space.id, repository, cached);
    const usage = (await pagesOf(space.id)).find(({ title }) => title === 'Usage');
    const comment = must(
      await api.post(`/v1/spaces/${space.id}/comments`, { body: { markdown: 'About usage' }, page: usage.id }),
      200,
    );

    plant(
      {
        'README.md': '# Home\n\n[How to](how/to.md)\n',
        'how/to.md': text.replace('Paragraph 3', 'Zanzibar'),
        'SUMMARY.md': '* [Home](README.md)\n* [How to do it](how/to.md)\n',
      },
      repository,
    );
    await run(space.id, repository, cached);
    const moved = (await pagesOf(space.id)).find(({ title }) => title === 'How to do it');
    expect(moved.id).to.equal(usage.id);
    const [kept] = must(await api.get(`/v1/spaces/${space.id}/comments`), 200).items;
    expect(kept).to.include({ id: comment.id });
    expect(kept.target.page.id).to.equal(usage.id);
    const found = must(await api.get(`/v1/spaces/${space.id}/search?query=zanzibar`), 200).items;
    expect(found.map((one: any) => one.id)).to.deep.equal([usage.id]);
    const { items } = must(await api.get(`/v1/spaces/${space.id}/content/page/${usage.id}/backlinks`), 200);
    expect(items).to.have.length(1);
  });
});
