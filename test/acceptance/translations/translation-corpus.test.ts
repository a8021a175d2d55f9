import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { MarkdownSegments } from '../../../src/adapters/document-segments/markdown-segments.ts';
import { isTooComplex } from '../../../src/adapters/site/content/complexity.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { instanceWith, Translations, type Pages } from '../../support/translation-world.ts';
import { World } from '../../support/world.ts';

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));
const PAGES = 100;

/** Quire's own guide and decisions, and their parts, until there are a hundred pages. */
function corpus(): Pages {
  const texts = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readFileSync(join(DOCS, name), 'utf8').slice(0, 2_000));
  const sections = texts.flatMap((text) => text.split(/\n(?=## )/));
  return Object.fromEntries(
    [...texts, ...sections]
      .slice(0, PAGES)
      .map((text, i) => [
        `Chapter ${i + 1} of the book`,
        `# Chapter ${i + 1} of the book\n\n${text.replace(/^---\n[^]*?\n---\n/, '')}`,
      ]),
  );
}

/** Tells whether Apertium is installed with English to Spanish. */
function hasPair(): boolean {
  const { status, stdout } = spawnSync('apertium', ['-l'], { encoding: 'utf8' });
  return status === 0 && /\beng-spa\b/.test(stdout);
}

onEveryBackend('runTranslation on a hundred pages', function (backend) {
  const segments = new MarkdownSegments(isTooComplex);

  it('keeps the structure of the source node by node, and sends only the changed page again', async function () {
    if (!hasPair() && process.env['CI'] !== '1') {
      this.test!.title += ' (skipped: apertium with the pair eng-spa is not installed)';
      return this.skip();
    }
    expect(hasPair(), 'apertium eng-spa').to.equal(true);
    const translations = new Translations(
      await World.create(await instanceWith(backend, { TRANSLATION_ENGINE: 'apertium' })),
    );
    const space = await translations.space(corpus());
    const { id } = await translations.create(space);
    const first = await translations.completed(id, 280_000);
    expect(first.stats).to.include({ runs: 1, latestPages: PAGES });

    const [sources, results] = [await translations.pages(space), await translations.pages(first.result.space)];
    expect(results).to.have.length(PAGES);
    let changed = 0;
    results.forEach((page, i) => {
      expect(page.title).to.match(/Cap[ií]tulo/);
      expect([page.id, page.slug]).to.deep.equal([sources[i].id, sources[i].slug]);
      expect(segments.structureOf(page.markdown), sources[i].title).to.equal(segments.structureOf(sources[i].markdown));
      if (page.markdown !== sources[i].markdown) changed += 1;
    });
    expect(changed).to.equal(PAGES);
    const refused = (await translations.review(id)).flatMap(({ texts }) => texts).length;
    expect(refused / first.usage.latest.segments).to.be.lessThan(0.1);

    const { markdown } = sources[50];
    await translations.write(space, 'Chapter 51 ', {
      document: { markdown: `${markdown}\n\nThe green house has seven small windows.\n` },
    });
    const second = await translations.run(id);
    expect(second.stats.latestPages).to.equal(1);
    expect(second.usage.latest.words)
      .to.be.at.least(7)
      .and.at.most(7 + refusedWords(await translations.review(id)));
    expect((await translations.pages(first.result.space))[50].markdown).to.match(/casa verde/);
  });
});

/** Words of texts that no answer could be taken for: they are asked for again. */
const refusedWords = (reviews: readonly any[]): number =>
  reviews
    .flatMap(({ texts }) => texts)
    .reduce((sum: number, { source }: any) => sum + source.split(/[^\p{L}\p{N}]+/u).length, 0);
