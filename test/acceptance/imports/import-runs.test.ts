import { join } from 'node:path';
import { expect } from 'chai';
import { onEveryBackend, temporaryFolder } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { pngOf } from '../../support/files/pictures.ts';
import { Uploads } from '../../support/files/uploads.ts';
import { commitProject } from '../../support/git/git-project.ts';
import { wordDocument, wordParagraph } from '../../support/files/word-documents.ts';
import { zipOf } from '../../support/files/zip.ts';
import { pageOf, startWebsite } from '../../support/servers/website.ts';
import { poll } from '../../support/until.ts';
import { must, World, type Person } from '../../support/world.ts';
import { serveGit } from '../../unit/adapters/git/git-server.ts';

const PNG = pngOf(3, 2);
type Files = Readonly<Record<string, string | Buffer>>;
const packed = (files: Files): Buffer => zipOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
const ended = ({ status }: { status: string }): boolean => status !== 'pending' && status !== 'in-progress';
const ID = 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4';

onEveryBackend('import runs', (backend) => {
  let world: World;
  let uploads: Uploads;
  let space: Draft;
  let all: string;
  before(async () => {
    world = await World.create(await backend.instance());
    uploads = new Uploads(world);
    all = `/v1/org/${world.organizationId}/imports`;
  });
  beforeEach(async () => {
    space = await Draft.open(world);
  });

  async function upload(bytes: string | Buffer, name: string, by: Person = world.admin): Promise<string> {
    const { url, key } = must(
      await by.api.post(`/v1/orgs/${world.organizationId}/storage/upload`, {
        file: { name, type: 'application/octet-stream', size: Buffer.byteLength(bytes) },
        kind: 'import_file',
      }),
      201,
    );
    expect((await uploads.send(url, bytes, { 'content-type': 'application/octet-stream' })).status).to.equal(200);
    return key;
  }
  const start = (source: object, target: object = {}, by: Person = world.admin) =>
    by.api.post(all, { source, target: { space: space.spaceId, ...target } });
  const finish = async (id: string): Promise<any> =>
    poll('the import run ends', async () => must(await world.admin.api.get(`${all}/${id}`), 200), ended);
  const runImport = async (source: object, target: object = {}): Promise<any> =>
    finish(must(await start(source, target), 201).id);
  const importFiles = async (files: Files, target: object = {}): Promise<any> => {
    const keys = await Promise.all(Object.entries(files).map(([name, bytes]) => upload(bytes, name)));
    return runImport({ type: 'file', files: keys }, target);
  };
  const outline = () => space.outline(`${space.space}/content`);
  const markdownAt = async (path: string): Promise<string> => (await space.inSpace(`/content/path/${path}`)).markdown;
  const fates = ({ report }: any): Record<string, string> =>
    Object.fromEntries(report.map(({ item, outcome }: any) => [item, outcome]));

  describe('startImportRun', () => {
    it('adds the pages of a ZIP archive after those of the space, with links and files', async () => {
      await space.live(insert('Before'));
      const run = await importFiles({
        'docs.zip': packed({
          'docs/README.md': '# Home\n\nRead [usage](guide/usage.md#first) and ![a](img/a.png).\n',
          'docs/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n  * [Usage](guide/usage.md)\n',
          'docs/guide/usage.md':
            '---\ndescription: How\n---\n\n# Usage\n\nBack [home](../README.md), or [away](../none.md).\n',
          'docs/guide/unlisted.md': '# Unlisted\n',
          'docs/img/a.png': PNG,
          'docs/img/b.png': PNG,
        }),
      });
      expect(run, JSON.stringify(run)).to.include({ object: 'import-run', status: 'completed' });
      expect(await outline()).to.deep.equal(['before', ['home', ['usage']]]);
      const content = await space.inSpace('/content');
      expect(content.id).to.equal(run.revision);
      const home = content.pages[1];
      expect(home.pages[0].description).to.equal('How');
      expect(await markdownAt('home')).to.include(
        `[usage](/pages/${home.pages[0].id}#first) and ![a](/files/${content.files[0].id})`,
      );
      expect(await markdownAt('home/usage')).to.include(`[home](/pages/${home.id})`);
      expect(fates(run)).to.deep.equal({
        'README.md': 'imported',
        'guide/usage.md': 'changed',
        'img/a.png': 'imported',
        'guide/unlisted.md': 'lost',
        'img/b.png': 'lost',
      });
      expect(run.counts).to.deep.equal({ imported: 2, changed: 1, lost: 2 });
    });

    it('resolves links into top-level folders named like the kinds of links by id', async () => {
      const run = await importFiles({
        'docs.zip': packed({
          'guide/a.md': '# A\n\n![map](../files/map.png#view) and [b](../pages/b.md#part).\n',
          'pages/b.md': '# B\n\n## Part\n',
          'files/map.png': PNG,
        }),
      });
      const { files } = await space.inSpace('/content');
      const b = await space.inSpace('/content/path/pages/b');
      expect(await markdownAt('guide/a')).to.include(
        `![map](/files/${files.at(-1).id}#view) and [b](/pages/${b.id}#part)`,
      );
      expect(fates(run)).to.include({ 'guide/a.md': 'imported', 'files/map.png': 'imported' });
    });

    it('uses each upload once, and deletes it when the run has ended', async () => {
      const key = await upload('# Page\n', 'page.md');
      const source = { type: 'file', files: [key] };
      const { id } = must(await start(source), 201);
      expect(must(await start(source), 400).error.issues).to.deep.equal([
        { path: 'source.files.0', message: 'does not name an upload' },
      ]);
      expect((await finish(id)).status).to.equal('completed');
      await poll(
        'the upload is deleted',
        () => start(source),
        ({ status }) => status === 400,
      );
    });

    it('converts HTML, and reports files that it cannot import', async () => {
      const run = await importFiles({
        'site.zip': packed({
          'index.html':
            '<title>Start</title><main><h1>Start</h1><p>Read <a href="sub/page.html#a">the page</a>.</p></main>',
          'sub/page.html': '<main><h1>A *page*</h1><p>Words about things.</p><img src="../a.png" alt="A"></main>',
          'a.png': PNG,
          'tool.exe': 'MZ',
        }),
      });
      expect(run, JSON.stringify(run)).to.include({ status: 'completed' });
      const { pages, files } = await space.inSpace('/content');
      expect(pages.map(({ title }: any) => title)).to.include('Start');
      const [start, group] = pages;
      const page = group.pages[0];
      expect(page.title).to.equal('A *page*');
      expect(await markdownAt(start.path)).to.include(`[the page](/pages/${page.id}#a)`);
      expect(await markdownAt(page.path)).to.include(`![A](/files/${files[0].id})`);
      expect(fates(run)).to.include({ 'index.html': 'changed', 'a.png': 'imported', 'tool.exe': 'lost' });
    });

    it('names MDX files, which are not imported as pages', async () => {
      const run = await importFiles({
        'docs.zip': packed({ 'start.md': '# Start\n', 'guide/install.mdx': '# Install\n', 'guide/tool.exe': 'MZ' }),
      });
      expect(fates(run)).to.deep.equal({
        'start.md': 'imported',
        'guide/install.mdx': 'lost',
        'guide/tool.exe': 'lost',
      });
      expect(run.report.find(({ item }: any) => item === 'guide/install.mdx').reason).to.equal(
        'MDX files (.mdx) are not imported as pages; Markdown files (.md) are',
      );
    });

    it('converts texts in UTF-16 to UTF-8', async () => {
      const littleEndian = Buffer.from('\ufeff# Größe\n\nWörter\n', 'utf16le');
      const run = await importFiles({ 'le.md': littleEndian, 'be.md': Buffer.from(littleEndian).swap16() });
      expect(fates(run)).to.deep.equal({ 'le.md': 'changed', 'be.md': 'changed' });
      const { pages } = await space.inSpace('/content');
      expect(pages.map(({ title }: any) => title)).to.include('Größe');
      for (const { path, title } of pages) if (title === 'Größe') expect(await markdownAt(path)).to.include('Wörter');
    });

    it('imports the pages and databases of a Notion export, without ids in names', async () => {
      const run = await importFiles({
        'export.zip': packed({
          [`Home ${ID}.md`]: `# Home\n\n[Sub page](Home%20${ID}/Sub%20page%20${ID}.md)\n\n[Tasks](Home%20${ID}/Tasks%20${ID}.csv)\n\n<aside>\nNote well\n\n</aside>\n\n![i](Home%20${ID}/i.png)\n`,
          [`Home ${ID}/Sub page ${ID}.md`]: '# Sub page\n\nWords.\n',
          [`Home ${ID}/Tasks ${ID}.csv`]: '\ufeffName,State\nFirst,"Done, really"\n',
          [`Home ${ID}/Tasks ${ID}/First ${ID}.md`]: '# First\n\nState: Done\n',
          [`Home ${ID}/i.png`]: PNG,
        }),
      });
      expect(run, JSON.stringify(run)).to.include({ status: 'completed' });
      expect(await outline()).to.deep.equal([['home', ['sub-page', ['tasks', ['first']]]]]);
      const { pages } = await space.inSpace('/content');
      const [sub, tasks] = pages[0].pages;
      const home = await markdownAt('home');
      expect(home).to.include(`[Sub page](/pages/${sub.id})`);
      expect(home).to.include(`[Tasks](/pages/${tasks.id})`);
      expect(home).to.include('{% hint style="info" %}');
      expect(await markdownAt('home/tasks')).to.include(`| [First](/pages/${tasks.pages[0].id}) | Done, really |`);
    });

    it('imports the page tree, macros and attachments of a Confluence export', async () => {
      const page = (title: string, above: string, body: string): string =>
        `<html><head><title>Space : ${title}</title></head><body><div id="main-header"><ol id="breadcrumbs"><li><a href="index.html">Space</a></li>${above}</ol><h1 id="title-heading"><span id="title-text">Space : ${title}</span></h1></div><div id="content"><div id="main-content" class="wiki-content group">${body}</div></div></body></html>`;
      const run = await importFiles({
        'space.zip': packed({
          'DOCS/index.html':
            '<html><body><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Child_2.html">Child</a></li></ul></li></ul></body></html>',
          'DOCS/styles/site.css': 'body {}',
          'DOCS/Home_1.html': page(
            'Home',
            '',
            '<p>See <a href="Child_2.html">the child</a>.</p><div class="confluence-information-macro confluence-information-macro-warning"><div class="confluence-information-macro-body"><p>Beware</p></div></div><img src="attachments/1/9.png" alt="Pic">',
          ),
          'DOCS/Child_2.html': page(
            'Child',
            '<li><a href="Home_1.html">Home</a></li>',
            '<div class="code panel"><div class="codeContent panelContent"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int a;</pre></div></div><div class="expand-container"><div class="expand-control"><span class="expand-control-text">More</span></div><div class="expand-content"><p>Hidden words</p></div></div>',
          ),
          'DOCS/attachments/1/9.png': PNG,
        }),
      });
      expect(run, JSON.stringify(run)).to.include({ status: 'completed' });
      expect(await outline()).to.deep.equal([['home', ['child']]]);
      const { pages, files } = await space.inSpace('/content');
      const home = await markdownAt('home');
      expect(home).to.include(`[the child](/pages/${pages[0].pages[0].id})`);
      expect(home).to.include('{% hint style="danger" %}\nBeware\n{% endhint %}');
      expect(home).to.include(`![Pic](/files/${files[0].id})`);
      const child = await markdownAt('home/child');
      expect(child).to.include('```java\nint a;\n```');
      expect(child).to.include('<summary>More</summary>\n\nHidden words');
    });

    it('imports a Word document as one page, and says which ones are damaged', async () => {
      const run = await importFiles({
        'Manual.docx': wordDocument(
          `${wordParagraph('Manual of words', 'Title')}${wordParagraph('First words')}${wordParagraph('More words')}<w:p><m:oMath/></w:p>`,
          ['Title'],
        ),
        'Damaged.docx': wordDocument(wordParagraph('Words')).subarray(0, 300),
      });
      expect(run, JSON.stringify(run)).to.include({ status: 'completed' });
      expect(run.report).to.deep.include({
        item: 'Damaged.docx',
        outcome: 'lost',
        reason: 'the file is not a Word document, or is damaged',
      });
      expect(run.report.find(({ item }: any) => item === 'Manual.docx')).to.include({
        outcome: 'changed',
        reason: 'converted from Word; equations are left out',
      });
      const { pages } = await space.inSpace('/content');
      expect(pages[0].title).to.equal('Manual of words');
      expect(await markdownAt(pages[0].path)).to.include('First words\n\nMore words');
    });

    it('links Markdown to the pages of other documents beside it', async () => {
      const run = await importFiles({
        'docs.zip': packed({
          'notes.md': '# Notes\n\n[page](sub/page.html#part) and [index](sub/index.html)\n',
          'sub/page.html': '<h1>Page</h1><h2 id="part">Part</h2><p>Some words.</p>',
          'sub/index.html': '<h1>Index</h1><p>Some words.</p>',
        }),
      });
      expect(run, JSON.stringify(run)).to.include({ status: 'completed' });
      const page = await space.inSpace('/content/path/sub/page');
      const index = await space.inSpace('/content/path/sub');
      expect(await markdownAt('notes')).to.include(`[page](/pages/${page.id}#part) and [index](/pages/${index.id})`);
    });

    it('imports a website below a page of a change request', async () => {
      const parent = await space.insert({ title: 'Parent' });
      const { origin } = await startWebsite({
        '/': pageOf('Start', '<p>Some words to read.</p><a href="/gone">Gone</a>', ['/gone']),
      });
      const target = { changeRequest: space.id, page: parent };
      const run = await runImport({ type: 'website', url: `${origin}/` }, target);
      expect(run, JSON.stringify(run)).to.include({ status: 'completed' });
      expect(run.target).to.deep.equal({ space: space.spaceId, ...target });
      expect(await space.outline(`${space.path}/content`)).to.deep.equal([['parent', ['start']]]);
      expect(fates(run)).to.include({ [`${origin}/gone`]: 'lost' });
    });

    it('imports a directory of a Git repository', async () => {
      const root = temporaryFolder();
      const server = await serveGit(root);
      try {
        commitProject(join(root, 'docs.git'), {
          'README.md': '# Not in the project\n',
          'manual/README.md': '# Manual\n\nRead [usage](usage.md), ![a](img/a.png) and [more](../README.md).\n',
          'manual/SUMMARY.md': '# Table of contents\n\n* [Manual](README.md)\n  * [Usage](usage.md)\n',
          'manual/usage.md': '# Usage\n\nWords.\n',
          'manual/img/a.png': PNG,
        });
        const url = `http://127.0.0.1:${server.port}/docs.git`;
        const source = { type: 'git', url, ref: 'refs/heads/main', directory: 'manual' };
        const run = await runImport(source);
        expect(run, JSON.stringify(run)).to.include({ status: 'completed' });
        expect(run.source).to.deep.equal(source);
        expect(await outline()).to.deep.equal([['manual', ['usage']]]);
        const { pages, files } = await space.inSpace('/content');
        expect(await markdownAt('manual')).to.include(
          `[usage](/pages/${pages[0].pages[0].id}), ![a](/files/${files[0].id})`,
        );
        expect(fates(run)).to.deep.equal({ 'README.md': 'changed', 'usage.md': 'imported', 'img/a.png': 'imported' });

        const missing = { ...source, directory: 'nowhere' };
        expect(await runImport(missing)).to.include({ status: 'failed' });
        expect(await outline()).to.deep.equal([['manual', ['usage']]]);
        const unknown = await runImport({ ...source, ref: 'refs/heads/none' });
        expect(unknown).to.include({ status: 'failed' });
        expect(unknown.reason).to.equal('the repository has no such branch');
      } finally {
        await server.close();
      }
    });

    it('fails with a reason, and changes nothing, for an archive that cannot be read', async () => {
      const { revision } = await space.inSpace('');
      const run = await importFiles({ 'evil.zip': packed({ '../evil.md': 'x' }) });
      expect(run.status).to.equal('failed');
      expect(run.reason).to.include('evil.md');
      expect((await space.inSpace('')).revision).to.equal(revision);
    });

    it('fails for a source without pages, with a report', async () => {
      const run = await importFiles({ 'a.bin': 'bytes' });
      expect(run).to.include({ status: 'failed' });
      expect(fates(run)).to.deep.equal({ 'a.bin': 'lost' });
    });

    it('names the field of a source that cannot be used', async () => {
      const other = await uploads.sent('# Page\n');
      const { key: empty } = must(
        await world.admin.api.post(`/v1/orgs/${world.organizationId}/storage/upload`, {
          file: { name: 'a.md', type: 'text/markdown', size: 1 },
          kind: 'import_file',
        }),
        201,
      );
      for (const [source, path] of [
        [{ type: 'file', files: [] }, 'source.files'],
        [{ type: 'file', files: Array(51).fill(other) }, 'source.files'],
        [{ type: 'file', files: [other] }, 'source.files.0'],
        [{ type: 'file', files: [empty] }, 'source.files.0'],
        [{ type: 'website', url: 'ftp://example.com/' }, 'source.url'],
        [{ type: 'website', url: 'https://me:secret@example.com/' }, 'source.url'],
        [{ type: 'git', url: 'https://example.com/x.git', ref: 'main' }, 'source.ref'],
        [{ type: 'git', url: 'ext::sh', ref: 'refs/heads/main' }, 'source.url'],
        [{ type: 'none' }, 'source.type'],
      ] as const)
        expect(must(await start(source), 400).error.issues[0].path, JSON.stringify(source)).to.equal(path);
    });
  });

  describe('listImportRuns', () => {
    it('lists the latest run first, by space, change request and status, without reports', async () => {
      const first = await importFiles({ 'a.md': '# A\n' });
      const second = await importFiles({ 'b.bin': 'b' }, { changeRequest: space.id });
      const list = async (query: string): Promise<any[]> =>
        must(await world.admin.api.get(`${all}?space=${space.spaceId}${query}`), 200).items;
      expect((await list('')).map(({ id }) => id)).to.deep.equal([second.id, first.id]);
      expect((await list('&status=completed')).map(({ id }) => id)).to.deep.equal([first.id]);
      expect((await list('&status=active')).map(({ id }) => id)).to.deep.equal([]);
      expect((await list(`&changeRequest=${space.id}`)).map(({ id }) => id)).to.deep.equal([second.id]);
      expect((await list(''))[0]).not.to.have.property('report');
      const page = must(await world.admin.api.get(`${all}?space=${space.spaceId}&limit=1`), 200);
      expect(page).to.deep.include({ count: 2 });
      const next = must(
        await world.admin.api.get(`${all}?space=${space.spaceId}&limit=1&page=${encodeURIComponent(page.next.page)}`),
        200,
      );
      expect(next.items.map(({ id }: any) => id)).to.deep.equal([first.id]);
    });
  });

  describe('listImportRuns for a site', () => {
    it('lists the runs that were started for the site', async () => {
      const site = async (): Promise<string> =>
        must(
          await world.admin.api.post(`/v1/orgs/${world.organizationId}/sites`, {
            title: 'Docs',
            spaces: [space.spaceId],
          }),
          201,
        ).id;
      const [docs, other] = [await site(), await site()];
      const source = { type: 'website', url: 'http://127.0.0.1:9/' };
      const { id } = must(
        await world.admin.api.post(all, { source, target: { space: space.spaceId }, site: docs }),
        201,
      );
      await finish(id);
      const runsOf = async (of: string): Promise<string[]> =>
        must(await world.admin.api.get(`${all}?site=${of}`), 200).items.map((run: any) => run.id);
      expect([await runsOf(docs), await runsOf(other)]).to.deep.equal([[id], []]);
    });
  });

  describe('getImportRun', () => {
    it('does not find a run of another organization', async () => {
      const { id } = await importFiles({ 'a.md': '# A\n' });
      const other = await World.create(world.instance);
      must(await other.admin.api.get(`/v1/org/${other.organizationId}/imports/${id}`), 404);
    });
  });

  describe('cancelImportRun', () => {
    it('ends a run that waits for its source, and changes nothing', async () => {
      const { revision } = await space.inSpace('');
      const open: (() => void)[] = [];
      const { origin } = await startWebsite({
        '/': (_, response) => void open.push(() => response.end('late')),
      });
      const { id } = must(await start({ type: 'website', url: `${origin}/` }), 201);
      const run = must(await world.admin.api.post(`${all}/${id}/cancel`), 200);
      expect(run).to.include({ id, status: 'cancelled' });
      expect(must(await world.admin.api.post(`${all}/${id}/cancel`), 409).error.message).to.include('cancelled');
      for (const answer of open) answer();
      expect((await finish(id)).status).to.equal('cancelled');
      expect((await space.inSpace('')).revision).to.equal(revision);
    });
  });
});
