import { expect } from 'chai';
import fc from 'fast-check';
import type { Page, Redirect } from '../../../../src/domain/content/page.ts';
import { parseRedirectSource } from '../../../../src/domain/sites/redirect-source.ts';
import { writeSettings } from '../../../../src/adapters/git-format/write/write-settings.ts';
import { planOf } from './repository-of.ts';
import { checkProperty } from '../../../support/properties.ts';

const FILES = {
  'README.md': '# Home\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Some page](some page.md)\n',
  'some page.md': '# Some page\n',
  'a #1 (x).pdf': '%PDF-1.4',
};
const PLACES: Readonly<Record<string, string>> = { home: 'README.md', page: 'some page.md', file: 'a #1 (x).pdf' };
const written = (redirects: ReadonlyMap<string, Redirect>, pages: readonly Page[] = []) =>
  writeSettings(redirects, {
    root: '',
    readme: 'README.md',
    isRootStated: false,
    pages,
    pathOf: ({ id }) => PLACES[id],
  });

describe('writeSettings', () => {
  it('writes redirects that are read back unchanged, for any source and target', async () => {
    const source = fc
      .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
      .map((segments) =>
        parseRedirectSource(
          segments
            .map(
              (segment) =>
                `/${encodeURIComponent(segment.toWellFormed()).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
            )
            .join(''),
        ),
      )
      .filter((found) => 'source' in found && !/%(?:2A|3F|23)/.test(found.source))
      .map((found) => (found as { source: string }).source);
    const target = fc.oneof(
      fc.constant<Redirect>({ kind: 'page', page: 'page' }),
      fc.constant<Redirect>({ kind: 'page', page: 'home', anchor: 'a-place' }),
      fc.constant<Redirect>({ kind: 'file', file: 'file' }),
      fc.webUrl({ withQueryParameters: true }).map((url): Redirect => ({ kind: 'url', url: new URL(url).href })),
    );
    await checkProperty(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(source, target), { selector: ([path]) => path, minLength: 1, maxLength: 8 }),
        async (all) => {
          const bytes = written(new Map(all));
          const plan = await planOf({ ...FILES, '.gitbook.yaml': Buffer.from(bytes!).toString() });
          const pathOf = (key: string): string | null | undefined =>
            plan.pages.flatMap((page) => (page.type === 'document' && page.key === key ? [page.path] : []))[0];
          const found = plan.redirects.map(({ source: from, target: to }) => [
            from,
            to.kind === 'page'
              ? { ...to, page: pathOf(to.page) }
              : to.kind === 'file'
                ? { kind: 'file', file: to.path }
                : to,
          ]);
          const meant = all.map(([from, to]) => [
            from,
            to.kind === 'page'
              ? { ...to, page: PLACES[to.page] }
              : to.kind === 'file'
                ? { ...to, file: PLACES[to.file] }
                : to,
          ]);
          expect(new Map(found as [string, unknown][])).to.deep.equal(new Map(meant as [string, unknown][]));
        },
      ),
    );
  });

  it('writes the page path of a page without a file, and omits targets with neither', () => {
    const pages = [
      { id: 'group', slug: 'guides', parent: null },
      { id: 'below', slug: 'first', parent: 'group' },
    ] as unknown as Page[];
    const bytes = written(
      new Map<string, Redirect>([
        ['/a', { kind: 'page', page: 'below' }],
        ['/b', { kind: 'file', file: 'gone' }],
      ]),
      pages,
    );
    expect(Buffer.from(bytes!).toString()).to.equal(
      '# 1 more of the space is not stated here.\nredirects:\n  a: guides/first\n',
    );
    expect(written(new Map([['/b', { kind: 'file', file: 'gone' }]]))).to.equal(undefined);
  });

  it('limits the redirects to the maximum size of settings', async () => {
    const many = new Map(
      Array.from({ length: 10_000 }, (_, i): [string, Redirect] => [
        `/${i}/${'x'.repeat(40)}`,
        { kind: 'page', page: 'page' },
      ]),
    );
    const text = Buffer.from(written(many)!).toString();
    expect(text.length).to.be.within(200_000, 256 * 1024);
    const plan = await planOf({ ...FILES, '.gitbook.yaml': text });
    expect(text).to.match(new RegExp(`^# ${10_000 - plan.redirects.length} more of the space are not stated here`));
  });
});
