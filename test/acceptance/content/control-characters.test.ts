import { expect } from 'chai';
import fc from 'fast-check';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Uploads } from '../../support/files/uploads.ts';
import { zipOf } from '../../support/files/zip.ts';
import { gitImports } from '../../support/git/git-imports.ts';
import { apiOf, must, World } from '../../support/world.ts';
import { checkProperty } from '../../support/properties.ts';

/** Texts that storage cannot keep as they are, in every spelling that a reader of projects decodes. */
const HOSTILE: Readonly<Record<string, string>> = {
  'README.md':
    '---\ntitle: "a\\0b"\ndescription: "\\uD800"\n---\n\n# Ho\0me\n\n[x](%00.md) [y](a\0b.md) ![z](\0.png) https://e.example/%00\n',
  'raw.md': '# Ra\0w *title*\n\nWords a\0b and \0 alone, <a id="x\0y"></a> [c](raw.md#x%00y)\n',
  'yaml.md': '---\ndescription: a\0b\n"k\\0ey": 1\ncover: "\\0.png"\nicon: "\\x00"\n---\n\nText\n',
  'plain.md': '# Plain\n',
  'SUMMARY.md':
    '# T\n\n* [Ho\0me](README.md "o\0ther")\n* [Raw](raw.md)\n* [Web](https://e.example/a%00b)\n* [W\0](http://e.example/\0)\n\n## Gr\0oup <a href="#a\0" id="a\0"></a>\n\n* [Yaml](yaml.md)\n* [Plain](plain.md)\n* Te\0xt\n',
  '.gitbook.yaml': 'redirects:\n  old%00path: plain.md\n  "a\\0b": plain.md\n  good: plain.md\n  bad: "\\ud800"\n',
  '.gitbook/vars.yaml': 'v: "a\\0b"\nw: "\\ud800"\n"n\\0": 1\n',
  '.gitbook/includes/part.md': '---\ntitle: "P\\0art"\n---\n\nPa\0rt\n',
};

onEveryBackend('texts that cannot be stored', (backend) => {
  const git = gitImports(backend);
  let instance: Instance;
  let world: World;
  let uploads: Uploads;
  before(() => {
    ({ world } = git);
    ({ instance } = world);
    uploads = new Uploads(world);
  });

  function isClean(value: unknown): boolean {
    if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
    return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isClean);
  }
  async function contentOf(space: string): Promise<any> {
    return must(await world.admin.api.get(`/v1/spaces/${space}/content`), 200);
  }
  const titles = (pages: readonly any[]): string[] =>
    pages.flatMap(({ title, pages: below = [] }) => [title, ...titles(below)]);

  describe('importGitRepository', () => {
    it('[A84] imports a repository in its first attempt and stores clean texts', async function () {
      const space = await world.space();
      const { repository } = git.plant(HOSTILE);
      const { lastOperation } = await git.run(space.id, repository);
      expect(lastOperation.outcome).to.equal('replaced');
      expect(isClean(lastOperation)).to.equal(true);
      expect(lastOperation.report.map(({ path }: any) => path)).to.include.members([
        'yaml.md',
        '.gitbook/vars.yaml',
        '.gitbook.yaml',
      ]);
      const content = await contentOf(space.id);
      expect(isClean(content.pages)).to.equal(true);
      expect(titles(content.pages)).to.include('Plain');
      must(await world.admin.api.get(`/v1/spaces/${space.id}/search?query=words`), 200);
    });
  });

  describe('importSpaceArchive', () => {
    it('[A84] imports an archive with such texts and file names', async () => {
      const space = await uploads.space();
      const files = Object.entries(HOSTILE).map(([name, bytes]) => ({ name, bytes }));
      const key = await uploads.sent(
        zipOf([...files, { name: 'a\0b.md', bytes: '# Refused' }, { name: 'c%00.md', bytes: '# Named' }]),
      );
      const answer = await world.admin.api.post(`/v1/spaces/${space}/archive`, { key });
      expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([201, 400]);
      if (answer.status === 400) {
        must(await world.admin.api.post(`/v1/spaces/${space}/archive`, { key: await uploads.sent(zipOf(files)) }), 201);
      }
      expect(isClean((await contentOf(space)).pages)).to.equal(true);
    });

    it('[A84] ends every import of random control characters in a report or a clean text', async function () {
      const unit = fc.constantFrom(
        '\0',
        '\\0',
        '\\u0000',
        '\\uD800',
        '%00',
        '&#0;',
        '&#xD800;',
        '\u0001',
        '\u007f',
        '\u0085',
        '\u2028',
        '\ufeff',
        '\ufffe',
        '"',
        "'",
        ': ',
        '\n',
        '*',
        '[',
        '](',
        ')',
        '<',
        '>',
        'a',
        '#',
        '`',
        '{% include "',
        '" %}',
      );
      const text = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''));
      const project = fc.record({
        'README.md': text.map((one) => `---\ntitle: "${one}"\n---\n\n# ${one}\n\n[${one}](${one}.md) ${one}\n`),
        'a.md': text.map((one) => `# ${one}\n\n${one}`),
        'SUMMARY.md': fc
          .tuple(text, text)
          .map(
            ([one, two]) =>
              `# T\n\n* [${one}](README.md "${two}")\n* [${two}](https://e.example/${one})\n* [A](a.md)\n\n## ${one}\n`,
          ),
        '.gitbook.yaml': text.map((one) => `redirects:\n  "${one}": a.md\n  x${one}: ${one}\n`),
        '.gitbook/vars.yaml': text.map((one) => `v: "${one}"\n`),
      });
      await checkProperty(
        fc.asyncProperty(project, async (files) => {
          const space = await uploads.space();
          const entries = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
          const answer = await world.admin.api.post(`/v1/spaces/${space}/archive`, {
            key: await uploads.sent(zipOf(entries)),
          });
          must(answer, 201);
          expect(isClean(answer.body)).to.equal(true);
          expect(isClean((await contentOf(space)).pages)).to.equal(true);
        }),
        { numRuns: 25 },
      );
    });
  });

  describe('updateSpaceContent', () => {
    it('[A84] refuses such texts in a page and names the field', async () => {
      const space = await world.space();
      const insert = (markdown: string, more: object = {}) =>
        world.admin.api.post(`/v1/spaces/${space.id}/content`, {
          changes: [{ operation: 'insert_page', title: 'Page', document: { markdown }, ...more }],
        });
      const field = 'changes.0.document.markdown';
      for (const markdown of [
        'a\0b',
        '\ud800',
        '[x](%00.md)',
        '![x](./a%00b.png)',
        '---\ntitle: "a\\0b"\n---\n\nText',
        '---\ndescription: "\\ud800"\n---\n',
      ]) {
        expect(
          must(await insert(markdown), 400).error.issues.map(({ path }: any) => path),
          JSON.stringify(markdown),
        ).to.deep.equal([field]);
      }
      expect(must(await insert('Text', { title: 'a\0b' }), 400).error.issues[0].path).to.equal('changes.0.title');
      expect(must(await insert('Text', { slug: 'a\0b' }), 400).error.issues[0].path).to.equal('changes.0.slug');
      must(await insert('[x](https://e.example/%00) &#0; `%00` a%00b'), 200);
    });
  });

  describe('getPageByPath', () => {
    it('[A84] answers paths with an encoded NUL like unknown ones', async () => {
      const web = apiOf(instance);
      for (const path of [
        '/v1/orgs/%00',
        '/v1/spaces/%00',
        `/v1/spaces/${'0'.repeat(19)}%00/content`,
        `/v1/orgs/${world.organizationId}/members/%00`,
        '/v1/users/%00',
      ]) {
        expect((await world.admin.api.get(path)).status, path).to.be.oneOf([400, 404]);
      }
      for (const path of ['/sites/%00/', '/sites/x/%00', '/files/%00', '/%00', '/app/%00', '/archives/%00']) {
        expect((await web.get(path)).status, path).to.be.oneOf([400, 404]);
      }
    });
  });
});
