import { expect } from 'chai';
import { backends, onEveryBackend } from '../../support/backends.ts';
import { chat, EngineServer, toUpperCaseMarkup, textsOfChat } from '../../support/servers/translation-engines.ts';
import { until } from '../../support/until.ts';
import { instanceWith, Translations } from '../../support/translation-world.ts';
import { apiOf, must, World } from '../../support/world.ts';

const PAGE = [
  '# Install',
  '',
  'Run `npm ci` in the **root** of [the project](https://example.com/p).',
  '',
  '{% hint style="info" %}',
  'Use {{ space.vars.version }} or later.',
  '{% endhint %}',
  '',
  '```js',
  'const words = "never sent";',
  '```',
  '',
  '| Name | Meaning |',
  '| ---- | ------- |',
  '| one  | first   |',
  '',
  '![A picture](a.png)',
  '',
].join('\n');
const SHOUTED = PAGE.replace('# Install', '# INSTALL')
  .replace('Run `npm ci` in the **root** of [the project]', 'RUN `npm ci` IN THE **ROOT** OF [THE PROJECT]')
  .replace('Use {{', 'USE {{')
  .replace('or later.', 'OR LATER.')
  .replace('| Name | Meaning |', '| NAME | MEANING |')
  .replace('| one  | first   |', '| ONE  | FIRST   |')
  .replace('A picture', 'A PICTURE');

onEveryBackend('runTranslation', (backend) => {
  let engine: EngineServer;
  let translations: Translations;
  before(async () => {
    engine = await EngineServer.start();
    const settings = {
      TRANSLATION_ENGINE: 'openai',
      TRANSLATION_URL: `${engine.url}/v1`,
      TRANSLATION_MODEL: 'model-1',
      TRANSLATION_API_KEY: 'secret-key',
      ALLOW_PRIVATE_NETWORKS: '',
    };
    translations = new Translations(await World.create(await instanceWith(backend, settings)));
  });
  beforeEach(() => {
    engine.answer = chat((text) => toUpperCaseMarkup(text));
    engine.calls.length = 0;
  });
  const sent = (): string[] => engine.calls.flatMap((call) => textsOfChat(call).map(({ text }) => text));
  const markdowns = async (space: string): Promise<string[]> =>
    (await translations.pages(space)).map(({ markdown }) => markdown);

  it('makes a space beside the source with the same content in the other language', async () => {
    const space = await translations.space({ Install: PAGE });
    await translations.write(space, 'Install', { description: 'How it is done', slug: 'set-up', icon: 'gear' });
    const began = await translations.create(space);
    expect(began.status).to.be.oneOf(['pending', 'running']);
    expect(began).not.to.have.property('result');
    const done = await translations.completed(began.id);
    const result = must(await translations.api.get(`/v1/spaces/${done.result.space}`), 200);
    expect(result).to.include({ title: 'Docs (es)', visibility: 'private', revision: done.result.revision });
    const [page] = await translations.pages(done.result.space);
    const [source] = await translations.pages(space);
    expect(page).to.include({
      id: source.id,
      title: 'INSTALL',
      description: 'HOW IT IS DONE',
      slug: 'set-up',
      path: 'set-up',
      icon: 'gear',
      markdown: SHOUTED,
    });
    expect(done.stats).to.include({ runs: 1, latestPages: 1, totalPages: 1 });
    expect(done.stats.latestWords).to.be.greaterThan(10);
    expect(done.usage.latest).to.deep.equal(done.usage.total);
  });

  it('sends words to the engine, and tags for everything else', async () => {
    await translations.completed(
      (
        await translations.create(
          await translations.space({ Install: PAGE.replace('Run', 'Do run').replace('Use', 'Only use') }),
        )
      ).id,
    );
    expect(sent())
      .to.include('Do run <x1/> in the <g2>root</g2> of <g3>the project</g3>.')
      .and.to.include('Only use <x1/> or later.');
    expect(sent().join('\n')).not.to.match(/never sent|npm ci|example\.com|space\.vars|hint|a\.png/);
    expect(engine.calls[0]).to.nested.include({
      path: '/v1/chat/completions',
      'headers.authorization': 'Bearer secret-key',
      'body.model': 'model-1',
    });
  });

  it('sends no address from titles and descriptions', async () => {
    const space = await translations.space({ 'Ask help@example.com': 'Words.' });
    await translations.write(space, 'Ask', { description: 'Read https://example.com/p, or ask.' });
    const { result } = await translations.completed((await translations.create(space)).id);
    expect(sent()).to.include('Read <x1/>, or ask.').and.to.include('Ask <x1/>');
    expect((await translations.pages(result.space))[0]).to.include({
      title: 'ASK help@example.com',
      description: 'READ https://example.com/p, OR ASK.',
    });
  });

  it('sends only texts that changed in the source and were never sent before', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`Page ${i} of many`, `Text number ${i}.\n\nThe same everywhere.\n`]),
    );
    const space = await translations.space(pages);
    const first = await translations.completed((await translations.create(space)).id);
    expect(first.stats).to.include({ latestPages: 60 });
    engine.calls.length = 0;
    await translations.write(space, 'Page 7 ', {
      document: { markdown: 'Text number 7.\n\nSomething new.\n\nThe same everywhere.\n' },
    });
    const second = await translations.run(first.id);
    expect(sent()).to.deep.equal(['Something new.']);
    expect(second.stats).to.include({ runs: 2, latestPages: 1, latestWords: 2, totalPages: 61 });
    expect(second.result.space).to.equal(first.result.space);
    expect((await markdowns(second.result.space)).filter((text) => text.includes('SOMETHING NEW.'))).to.deep.equal([
      'TEXT NUMBER 7.\n\nSOMETHING NEW.\n\nTHE SAME EVERYWHERE.\n',
    ]);
    engine.calls.length = 0;
    const third = await translations.run(first.id);
    expect(engine.calls).to.have.length(0);
    expect(third.result).to.deep.equal(second.result);
  });

  it('copies files, variables and groups, and translates reusable contents except their names', async () => {
    const space = await translations.space({});
    const file = { name: 'notes.txt', contentType: 'text/plain', base64: 'YQ==' };
    await translations.edit(
      space,
      { operation: 'insert_page', type: 'group', title: 'Chapter', ref: 'group' },
      {
        operation: 'insert_page',
        title: 'Inside',
        into: 'group',
        document: { markdown: '{% include "./note.md" %}\n\nOf version {{ space.vars.version }}.\n' },
      },
      { operation: 'insert_files', files: [file] },
      { operation: 'insert_reusable_content', title: 'note', document: { markdown: 'A note that is **shared**.\n' } },
      { operation: 'set_variables', variables: { version: 'one' } },
    );
    const { result } = await translations.completed((await translations.create(space)).id);
    const [from, to] = await Promise.all(
      [space, result.space].map(async (id) => must(await translations.api.get(`/v1/spaces/${id}/content`), 200)),
    );
    expect(to.variables).to.deep.equal({ version: 'one' });
    expect(to.files.map(({ id, name, size }: any) => [id, name, size])).to.deep.equal(
      from.files.map(({ id, name, size }: any) => [id, name, size]),
    );
    expect(to.pages.map(({ title, type, slug, pages }: any) => [title, type, slug, pages[0].title])).to.deep.equal([
      ['CHAPTER', 'group', from.pages[0].slug, 'INSIDE'],
    ]);
    const [note] = to.reusableContents;
    expect(note).to.include({ id: from.reusableContents[0].id, title: 'note' });
    const { markdown } = must(
      await translations.api.get(`/v1/spaces/${result.space}/content/page/${to.pages[0].pages[0].id}?format=markdown`),
      200,
    );
    expect(markdown).to.match(/^\{% include "[^"]+" %\}\n\nOF VERSION \{\{ space\.vars\.version \}\}\.\n$/);
    expect(sent()).to.include('A note that is <g1>shared</g1>.');
  });

  it('follows added, deleted and moved pages', async () => {
    const space = await translations.space({ Alpha: 'One.', Beta: 'Two.' });
    const { id, result } = await translations.completed((await translations.create(space)).id);
    const [alpha, beta] = await translations.pages(space);
    await translations.edit(
      space,
      { operation: 'delete_page', page: alpha.id },
      { operation: 'insert_page', title: 'Gamma', document: { markdown: 'Three.' }, into: beta.id },
    );
    await translations.run(id);
    const [only, ...others] = await translations.pages(result.space);
    expect(others).to.deep.equal([]);
    expect(only).to.include({ title: 'BETA', markdown: 'TWO.' });
    expect(only.pages.map(({ title, path }: any) => [title, path])).to.deep.equal([['GAMMA', 'beta/gamma']]);
  });

  it('sends texts with a new glossary term, and nothing else, again', async () => {
    const space = await translations.space({
      Terms: 'Open the dashboard now.\n\nClose the window.\n\nThe Dashboards differ.\n',
    });
    const { id, result } = await translations.completed((await translations.create(space)).id);
    engine.calls.length = 0;
    must(
      await translations.api.put(translations.glossary, {
        operations: [{ type: 'insert', translations: { en: 'dashboard', es: 'panel de control' } }],
      }),
      204,
    );
    await translations.run(id);
    expect(sent()).to.deep.equal(['Open the <x1/> now.']);
    expect(textsOfChat(engine.calls[0]!)[0]!.meaning).to.deep.equal({ '<x1/>': 'panel de control' });
    expect(await markdowns(result.space)).to.deep.equal([
      'OPEN THE panel de control NOW.\n\nCLOSE THE WINDOW.\n\nTHE DASHBOARDS DIFFER.\n',
    ]);
  });

  it('follows new instructions from the next run on', async () => {
    const space = await translations.space({ Tone: 'Say it politely.' });
    const { id } = await translations.completed((await translations.create(space)).id);
    engine.calls.length = 0;
    const instructions = {
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Address readers formally.', marks: [] }] }],
        },
      ],
    };
    expect(
      must(await translations.api.put(`${translations.all}/${id}`, { instructions }), 200).instructions,
    ).to.deep.equal(instructions);
    await translations.run(id);
    expect(sent()).to.have.members(['Tone', 'Say it politely.']);
    expect(engine.calls[0]!.body.messages[0].content).to.include('Address readers formally.');
  });

  describe('listTranslationReviews', () => {
    it('lists the translations that people edited, which runs keep, and where the source changed since', async () => {
      const space = await translations.space({ Edited: 'First words.\n\nSecond words.\n\nThird words.\n' });
      const { id, result } = await translations.completed((await translations.create(space)).id);
      await translations.write(result.space, 'EDITED', {
        title: 'Editado',
        document: { markdown: 'FIRST WORDS.\n\nSegundas palabras.\n\nTHIRD WORDS.\n' },
      });
      await translations.run(id);
      const pinned = (state: string, more: object = {}) => ({
        state,
        place: 'document',
        segment: 1,
        source: 'Second words.',
        text: 'Segundas palabras.',
        ...more,
      });
      const [review] = await translations.review(id);
      expect(review.texts).to.deep.equal([
        { state: 'pinned', place: 'title', source: 'Edited', text: 'Editado' },
        pinned('pinned'),
      ]);

      await translations.write(space, 'Edited', {
        document: { markdown: 'A new beginning.\n\nFirst words.\n\nSecond words, changed.\n\nThird words, too.\n' },
      });
      await translations.run(id);
      const [page] = await translations.pages(result.space);
      expect(page).to.include({
        title: 'Editado',
        markdown: 'A NEW BEGINNING.\n\nFIRST WORDS.\n\nSegundas palabras.\n\nTHIRD WORDS, TOO.\n',
      });
      const stale = pinned('stale', {
        segment: 2,
        source: 'Second words, changed.',
        suggestion: 'SECOND WORDS, CHANGED.',
      });
      expect((await translations.review(id))[0].texts[1]).to.deep.equal(stale);
      await translations.run(id);
      expect((await translations.review(id))[0].texts[1]).to.deep.equal(stale);

      await translations.write(result.space, 'Editado', {
        document: { markdown: page.markdown.replace('Segundas palabras.', 'Otras palabras.') },
      });
      await translations.run(id);
      expect((await translations.review(id))[0].texts[1]).to.deep.include({ state: 'pinned', text: 'Otras palabras.' });
      await translations.write(result.space, 'Editado', {
        title: 'EDITED',
        document: { markdown: page.markdown.replace('Segundas palabras.', 'SECOND WORDS, CHANGED.') },
      });
      await translations.run(id);
      expect(await translations.review(id)).to.deep.equal([]);
    });

    it('lists a page whose structure people changed as stale until they write it anew', async () => {
      const space = await translations.space({ Stale: 'One.\n\nTwo.\n\nThree.\n' });
      const { id, result } = await translations.completed((await translations.create(space)).id);
      const [page] = await translations.pages(result.space);
      const listReview = async () =>
        (await translations.review(id)).flatMap(({ texts }) =>
          texts.map(({ state, place, suggestion }: any) => [state, place, suggestion]),
        );
      const rewrite = (markdown: string) =>
        translations.edit(result.space, { operation: 'update_page', page: page.id, document: { markdown } });
      await rewrite('ONE.\n\nMine.\n\nMine too.\n\nTHREE.\n');
      await translations.write(space, 'Stale', { document: { markdown: 'One.\n\nTwo, changed.\n\nThree.\n' } });
      await translations.run(id);
      expect(await listReview()).to.deep.equal([['stale', 'page', 'ONE.\n\nTWO, CHANGED.\n\nTHREE.\n']]);
      await translations.run(id);
      expect(await listReview(), 'after a run with nothing to do').to.deep.equal([
        ['stale', 'page', 'ONE.\n\nTWO, CHANGED.\n\nTHREE.\n'],
      ]);
      await translations.write(space, 'Stale', {
        document: { markdown: 'One, changed.\n\nTwo, changed.\n\nThree.\n' },
      });
      await translations.run(id);
      expect(await listReview(), 'after a change elsewhere').to.deep.equal([
        ['stale', 'page', 'ONE, CHANGED.\n\nTWO, CHANGED.\n\nTHREE.\n'],
      ]);
      expect(await markdowns(result.space)).to.deep.equal(['ONE, CHANGED.\n\nMine.\n\nMine too.\n\nTHREE.\n']);
      await rewrite('ONE, CHANGED.\n\nMine, changed.\n\nMine too.\n\nTHREE.\n');
      await translations.run(id);
      expect(await listReview()).to.deep.equal([['pinned', 'page', undefined]]);
    });
  });

  it('keeps pages that people added, moved and removed', async () => {
    const space = await translations.space({ Kept: 'One.\n\nTwo.\n', Gone: 'Three.' });
    const { id, result } = await translations.completed((await translations.create(space)).id);
    const [kept, gone] = await translations.pages(result.space);
    await translations.edit(
      result.space,
      { operation: 'update_page', page: kept.id, document: { markdown: 'ONE.\n\nUn párrafo más.\n\nTWO.\n' } },
      { operation: 'delete_page', page: gone.id },
      { operation: 'insert_page', title: 'Propia', document: { markdown: 'Solo aquí.' } },
    );
    await translations.write(space, 'Kept', { document: { markdown: 'One.\n\nTwo.\n\nThree more.\n' } });
    await translations.write(space, 'Gone', { document: { markdown: 'Three, changed.' } });
    await translations.run(id);
    expect((await translations.pages(result.space)).map(({ title, markdown }) => [title, markdown])).to.deep.equal([
      ['KEPT', 'ONE.\n\nUn párrafo más.\n\nTWO.\n\nTHREE MORE.\n'],
      ['Propia', 'Solo aquí.'],
    ]);
    expect(
      (await translations.review(id)).flatMap(({ texts }) => texts.map(({ state, place }: any) => [state, place])),
    ).to.deep.equal([['pinned', 'page']]);
  });

  it('removes pages that the source no longer has, with what people wrote, but none that they moved', async () => {
    const space = await translations.space({ Orphaned: 'Nine.', Adopted: 'Ten.', Rest: 'Eleven.' });
    const { id, result } = await translations.completed((await translations.create(space)).id);
    const [orphaned, adopted, rest] = await translations.pages(result.space);
    await translations.edit(
      result.space,
      { operation: 'update_page', page: orphaned.id, title: 'Huérfana', document: { markdown: 'Nueve.' } },
      { operation: 'update_page', page: adopted.id, into: rest.id, document: { markdown: 'Diez.' } },
    );
    await translations.edit(
      space,
      { operation: 'delete_page', page: orphaned.id },
      { operation: 'delete_page', page: adopted.id },
    );
    await translations.run(id);
    const [only, ...others] = await translations.pages(result.space);
    expect(others).to.deep.equal([]);
    expect(only.pages.map(({ id: page }: any) => page)).to.deep.equal([adopted.id]);
  });

  it('fails with a reason, keeps the answers, and continues from there', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`Part ${i}`, `Sentence ${i} is unlike others.`]),
    );
    const space = await translations.space(pages);
    let answers = 0;
    engine.answer = (call) =>
      ++answers > 2 ? { status: 401, body: { error: 'no' } } : chat((text) => toUpperCaseMarkup(text))(call);
    const failed = await translations.ended((await translations.create(space)).id);
    expect(failed.status).to.equal('completed');
    expect(failed.failure.message).to.match(/^the translation engine: .*401: check TRANSLATION_API_KEY$/);
    expect(failed).not.to.have.property('result');
    const known = failed.usage.total.segments;
    expect(known).to.be.greaterThan(0);
    engine.answer = chat((text) => toUpperCaseMarkup(text));
    engine.calls.length = 0;
    const done = await translations.run(failed.id);
    expect(done).not.to.have.property('failure');
    expect(sent()).to.have.length(80 - known);
    expect(done.usage.latest.reused).to.equal(known);
  });

  it('retries while the engine is busy or down for a moment', async () => {
    const refusals = [429, 503];
    engine.answer = (call) => {
      const status = refusals.shift();
      return status === undefined
        ? chat((text) => toUpperCaseMarkup(text))(call)
        : { status, headers: { 'retry-after': '0' }, body: {} };
    };
    const done = await translations.completed(
      (await translations.create(await translations.space({ Busy: 'Try again.' }))).id,
    );
    expect(done.usage.latest.requests).to.equal(3);
    expect(await markdowns(done.result.space)).to.deep.equal(['TRY AGAIN.']);
  });

  it('fails for a deleted source, and makes a new space for a deleted result', async () => {
    const space = await translations.space({ Lost: 'Lost words.' });
    const { id, result } = await translations.completed((await translations.create(space)).id);
    must(await translations.api.delete(`/v1/spaces/${result.space}`), 205);
    engine.calls.length = 0;
    const again = await translations.run(id);
    expect(again.result.space).not.to.equal(result.space);
    expect(engine.calls).to.have.length(0);
    expect(await markdowns(again.result.space)).to.deep.equal(['LOST WORDS.']);
    must(await translations.api.delete(`/v1/spaces/${space}`), 205);
    must(await translations.api.post(`${translations.all}/${id}/run`), 204);
    expect((await translations.ended(id)).failure.message).to.include(
      'the source space was deleted or transferred to another organization',
    );
  });

  it('runs once at a time, and once more when it was requested in the meantime', async () => {
    let go = (): void => {};
    const waiting = new Promise<void>((resolve) => (go = resolve));
    let waits = true;
    engine.answer = async (call) => {
      if (waits) await waiting;
      return chat((text) => toUpperCaseMarkup(text))(call);
    };
    const space = await translations.space({ Slow: 'Slow words.' });
    const { id } = await translations.create(space);
    await until(async () => (await translations.get(id)).status === 'running' && engine.calls.length > 0);
    await translations.write(space, 'Slow', { document: { markdown: 'Quick words.' } });
    for (let i = 0; i < 3; i++) must(await translations.api.post(`${translations.all}/${id}/run`), 204);
    waits = false;
    go();
    await until(async () => (await translations.get(id)).stats.runs >= 2);
    const done = await translations.completed(id);
    expect(done.stats.runs).to.equal(2);
    expect(await markdowns(done.result.space)).to.deep.equal(['QUICK WORDS.']);
  });
});

onEveryBackend('runTranslation beyond twelve hours', (backend) => {
  it('ends, and the next run continues with the answers so far', async () => {
    const engine = await EngineServer.start();
    let passed = 0;
    const clock = { now: () => new Date(Date.now() + passed).toISOString() };
    const translations = new Translations(
      await World.create(
        await instanceWith(
          backend,
          { TRANSLATION_ENGINE: 'openai', TRANSLATION_URL: engine.url, TRANSLATION_MODEL: 'slow' },
          undefined,
          clock,
        ),
      ),
    );
    const space = await translations.space(
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`Stone ${i}`, `Word ${i}.`])),
    );
    engine.answer = (call) => {
      passed = 13 * 60 * 60 * 1000;
      return chat((text) => toUpperCaseMarkup(text))(call);
    };
    const failed = await translations.ended((await translations.create(space)).id);
    expect(failed.failure.message).to.include('longer than 12 hours');
    engine.answer = chat((text) => toUpperCaseMarkup(text));
    const done = await translations.run(failed.id);
    expect(done.usage.latest.reused).to.equal(failed.usage.total.segments).and.to.be.greaterThan(0);
    expect(done.stats.latestPages).to.equal(30);
  });
});

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`runTranslation after an interruption (${backend.name})`, () => {
    it('is completed by the next process, which requests no answer again', async function () {
      const engine = await EngineServer.start();
      const settings = {
        TRANSLATION_ENGINE: 'openai',
        TRANSLATION_URL: engine.url,
        TRANSLATION_MODEL: 'model',
        TRANSLATION_CONCURRENCY: '1',
        ADMIN_TOKEN: 'an-operator-of-this-test',
      };
      const database = (await backend.database())!;
      const instance = await instanceWith(backend, settings, database);
      const translations = new Translations(await World.create(instance));
      const space = await translations.space(
        Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`Leaf ${i}`, `Saying ${i}.`])),
      );
      const answered: string[] = [];
      let blocked = (): void => {};
      const isBlocked = new Promise<void>((resolve) => (blocked = resolve));
      engine.answer = async (call) => {
        if (answered.length > 0) {
          blocked();
          await new Promise(() => {});
        }
        answered.push(...textsOfChat(call).map(({ text }) => text));
        return chat((text) => toUpperCaseMarkup(text))(call);
      };
      const { id } = await translations.create(space);
      await isBlocked;
      await instance.stop();

      engine.calls.length = 0;
      engine.answer = chat((text) => toUpperCaseMarkup(text));
      const next = await instanceWith(backend, settings, database);
      const api = apiOf(next, translations.world.admin.token);
      const path = `${translations.all}/${id}`;
      await until(async () => must(await api.get(path), 200).status === 'completed', 60_000);
      const texts = engine.calls.flatMap((each) => textsOfChat(each).map(({ text }) => text));
      expect([...answered, ...texts].sort())
        .to.deep.equal([...new Set([...answered, ...texts])].sort())
        .and.to.have.length(60);
      expect(must(await api.get(path), 200).stats).to.include({ runs: 1, latestPages: 30 });
    });
  });
