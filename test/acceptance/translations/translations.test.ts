import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { TRANSLATION_LANGUAGES } from '../../../src/domain/translations/languages.ts';
import { Translation } from '../../../src/domain/translations/translation.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Translations } from '../../support/translation-world.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  key: 'k',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const instructionsOf = (text: string) => ({ object: 'document', data: { schemaVersion: 8 }, nodes: [paragraph(text)] });

onEveryBackend('translations', (backend) => {
  let world: World;
  let translations: Translations;
  let space: string;
  before(async () => {
    world = await World.create(await backend.instance());
    translations = new Translations(world);
    space = await translations.space({ Page: 'Words.' });
  });
  const issues = async (body: unknown): Promise<string[]> =>
    must(await world.admin.api.post(translations.all, body), 400).error.issues.map(({ path }: any) => path);
  const source = () => ({ space, language: 'en' });

  describe('createTranslation', () => {
    it('creates, reads, changes and deletes a translation, through the official client as well', async () => {
      const { orgs } = world.admin.client;
      const { data: made, status } = await orgs.createTranslation(world.organizationId, {
        language: 'de',
        source: source(),
        instructions: instructionsOf('Du, not Sie.'),
      });
      expect(status).to.equal(201);
      expect(made).to.deep.include({
        object: 'translation',
        status: 'pending',
        language: 'de',
        source: source(),
        instructions: instructionsOf('Du, not Sie.'),
        permissions: { view: true, edit: true },
      });
      expect(made.stats).to.deep.equal({
        runs: 0,
        totalWords: 0,
        totalPages: 0,
        totalDuration: 0,
        latestRunDuration: 0,
        latestPages: 0,
        latestWords: 0,
      });
      expect(made.urls.location).to.match(new RegExp(`${translations.all}/${made.id}$`));
      expect((await orgs.getTranslation(world.organizationId, made.id)).data).to.include({ id: made.id });
      expect(
        (await orgs.updateTranslation(world.organizationId, made.id, { instructions: instructionsOf('Sie, not Du.') }))
          .data.instructions,
      ).to.deep.equal(instructionsOf('Sie, not Du.'));
      const { data: listed } = await orgs.listTranslations(world.organizationId);
      expect(listed.items.map(({ id }: any) => id)).to.include(made.id);
      expect((await orgs.deleteTranslation(world.organizationId, made.id)).status).to.equal(205);
      must(await world.admin.api.delete(`${translations.all}/${made.id}`), 204);
      must(await world.admin.api.get(`${translations.all}/${made.id}`), 404);
      must(await world.admin.api.post(`${translations.all}/${made.id}/run`), 404);
    });

    it('accepts every language of the contract and no other', async () => {
      expect(TRANSLATION_LANGUAGES).to.have.length(36);
      for (const language of TRANSLATION_LANGUAGES)
        if (language !== 'en') must(await world.admin.api.post(translations.all, { language, source: source() }), 201);
      must(await world.admin.api.post(translations.all, { language: 'en', source: { space, language: 'fr' } }), 201);
      expect(await issues({ language: 'tlh', source: source() })).to.deep.equal(['language']);
      expect(await issues({ language: 'es', source: { space, language: 'EN' } })).to.deep.equal(['source.language']);
      expect(await issues({ language: 'en', source: source() })).to.deep.equal(['language']);
      expect(await issues({ source: source() })).to.deep.equal(['language']);
      expect(await issues({ language: 'es' })).to.deep.equal(['source']);
    });

    it('allows an organization 1,000 translations', async () => {
      const own = new Translations(await World.create(await backend.instance()));
      const of = await own.space({});
      const { organizationId, instance, admin } = own.world;
      const { ids, clock } = instance.container.get(Tokens.Services);
      const now = clock.now();
      const many = Array.from({ length: 999 }, () => ids.next());
      await instance.container
        .get(Tokens.UnitOfWork)
        .run(
          { organizationId, spaceId: null, actorId: null, tokenId: null, requestId: null, at: now },
          async (work) => {
            for (const id of many) {
              const translation = Translation.create({
                id,
                organizationId,
                spaceId: of,
                sourceLanguage: 'en',
                language: 'es',
                instructions: instructionsOf(''),
                run: ids.next(),
                by: { userId: admin.userId, via: null },
                at: now,
              });
              await work.translations.save(translation);
            }
          },
        );
      const { id: last } = await own.create(of);
      const { error } = must(
        await own.api.post(own.all, { language: 'es', source: { space: of, language: 'en' } }),
        409,
      );
      expect(error.message).to.include('at most 1,000 translations');
      expect(must(await own.api.get(`${own.all}?limit=1000`), 200))
        .to.include({ count: 1_000 })
        .and.have.property('items')
        .with.length(1_000);
      must(await own.api.delete(`${own.all}/${last}`), 205);
      await own.create(of);
    });

    it('answers 404 alike for a source that is unknown, foreign or hidden', async () => {
      const foreign = await new Translations(await World.create(await backend.instance())).space({});
      const creator = await world.member('create');
      const hidden = await world.space({ title: 'Hidden' });
      must(await world.admin.api.patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null }), 200);
      const answers = await Promise.all(
        [UNKNOWN, foreign, hidden.id].map((id) =>
          creator.api.post(translations.all, { language: 'es', source: { space: id, language: 'en' } }),
        ),
      );
      for (const answer of answers)
        expect([answer.status, answer.body.error.message]).to.deep.equal([404, 'source not found']);

      const { id } = await translations.create(hidden.id);
      for (const path of ['', '/review']) must(await creator.api.get(`${translations.all}/${id}${path}`), 404);
      must(await creator.api.post(`${translations.all}/${id}/run`), 404);
      must(await creator.api.put(`${translations.all}/${id}`, { instructions: instructionsOf('') }), 404);
      must(await creator.api.delete(`${translations.all}/${id}`), 204);
      const counts = await Promise.all(
        [world.admin.api, creator.api].map(async (api) => must(await api.get(`${translations.all}?limit=0`), 200)),
      );
      expect(counts.map(({ items, count, next }) => [items, count > 0, next])).to.deep.equal([
        [[], true, undefined],
        [[], true, undefined],
      ]);
      expect(counts[0].count - counts[1].count).to.equal(1);
    });

    it('requires on the source what a copy of it requires', async () => {
      const reader = await world.member('create');
      const readable = await world.space({ title: 'Read only' });
      must(await world.admin.api.patch(`/v1/spaces/${readable.id}`, { defaultLevel: 'read' }), 200);
      must(
        await reader.api.post(translations.all, { language: 'es', source: { space: readable.id, language: 'en' } }),
        403,
      );
      const { id } = await translations.create(readable.id);
      must(await reader.api.post(`${translations.all}/${id}/run`), 403);
      expect(
        must(await (await world.member('read')).api.get(`${translations.all}/${id}`), 200).permissions,
      ).to.deep.equal({ view: true, edit: false });
    });
  });

  describe('updateTranslation', () => {
    it('accepts instructions as a document of limited length', async () => {
      expect(await issues({ language: 'es', source: source(), instructions: 'Be kind' })).to.deep.equal([
        'instructions',
      ]);
      expect(
        await issues({
          language: 'es',
          source: source(),
          instructions: { ...instructionsOf(''), nodes: [{ ...paragraph('x'), type: 'no-such-block' }] },
        }),
      ).to.deep.equal(['instructions.nodes.0.type']);
      must(
        await world.admin.api.post(translations.all, {
          language: 'es',
          source: source(),
          instructions: instructionsOf('x'.repeat(10_000)),
        }),
        201,
      );
      expect(
        await issues({ language: 'es', source: source(), instructions: instructionsOf('x'.repeat(10_001)) }),
      ).to.deep.equal(['instructions']);
      const { id } = await translations.create(space);
      must(await world.admin.api.put(`${translations.all}/${id}`, {}), 400);
      must(await world.admin.api.put(`${translations.all}/${UNKNOWN}`, { instructions: instructionsOf('') }), 404);
    });

    it('accepts instructions of 100,000 characters of JSON and 1,000 blocks, and no more', async () => {
      const sized = (length: number) => {
        const document = instructionsOf('');
        const bare = JSON.stringify({ ...document, data: { note: '' } }).length;
        return { ...document, data: { note: 'x'.repeat(length - bare) } };
      };
      expect(JSON.stringify(sized(100_000))).to.have.length(100_000);
      const { id } = must(
        await world.admin.api.post(translations.all, {
          language: 'es',
          source: source(),
          instructions: sized(100_000),
        }),
        201,
      );
      expect(must(await world.admin.api.get(`${translations.all}/${id}`), 200).instructions).to.deep.equal(
        sized(100_000),
      );
      expect(await issues({ language: 'es', source: source(), instructions: sized(100_001) })).to.deep.equal([
        'instructions',
      ]);
      const blocks = (count: number) => ({
        object: 'document',
        data: {},
        nodes: Array.from({ length: count }, () => ({ object: 'block', type: 'divider', isVoid: true, data: {} })),
      });
      must(await world.admin.api.put(`${translations.all}/${id}`, { instructions: blocks(1_000) }), 200);
      for (const [wrong, path] of [
        [sized(100_001), 'instructions'],
        [blocks(1_001), 'instructions.nodes'],
        [instructionsOf('x'.repeat(10_001)), 'instructions'],
      ] as const)
        expect(
          must(await world.admin.api.put(`${translations.all}/${id}`, { instructions: wrong }), 400).error.issues[0]
            .path,
        ).to.equal(path);
      expect(must(await world.admin.api.get(`${translations.all}/${id}`), 200).instructions).to.deep.equal(
        blocks(1_000),
      );
    });
  });

  describe('listTranslations', () => {
    it('lists translations page by page', async () => {
      const own = new Translations(await World.create(await backend.instance()));
      const of = await own.space({});
      const made: string[] = [];
      for (let i = 0; i < 5; i++) made.push((await own.create(of)).id);
      const seen: string[] = [];
      for (let page = ''; ;) {
        const { items, next, count } = must(await own.api.get(`${own.all}?limit=2${page}`), 200);
        expect(count).to.equal(5);
        seen.push(...items.map(({ id }: any) => id));
        if (next === undefined) break;
        page = `&page=${next.page}`;
      }
      expect(seen).to.deep.equal([...made].sort());
    });
  });

  describe('runTranslation', () => {
    it('fails without an engine, and names the setting', async () => {
      const { id } = await translations.create(space);
      const { status, failure, stats } = await translations.ended(id);
      expect(status).to.equal('completed');
      expect(failure.message).to.include('TRANSLATION_ENGINE').and.to.include('TRANSLATION_URL');
      expect(stats.runs).to.equal(0);
      must(await world.admin.api.post(`${translations.all}/${id}/run`), 204);
      expect(await translations.ended(id)).to.have.property('failure');
    });
  });

  describe('getTranslation', () => {
    it('returns a translation to those who see its source, and 404 to others', async () => {
      const { id } = must(await world.admin.api.post(translations.all, { language: 'fr', source: source() }), 201);
      expect(await translations.get(id)).to.include({ object: 'translation', id, language: 'fr' });
      must(await world.admin.api.get(`${translations.all}/${UNKNOWN}`), 404);
      must(await (await world.stranger()).api.get(`${translations.all}/${id}`), 404);
    });
  });
});

onEveryBackend('translation glossary', (backend) => {
  let world: World;
  let path: string;
  beforeEach(async () => {
    world = await World.create(await backend.instance());
    path = `/v1/orgs/${world.organizationId}/translations-glossary`;
  });
  const put = (...operations: object[]) => world.admin.api.put(path, { operations });
  const entries = async (): Promise<any[]> => must(await world.admin.api.get(path), 200).items;
  const term = (translations: object) => ({ type: 'insert', translations });

  describe('updateGlossaryEntries', () => {
    it('applies all operations or none, through the official client as well', async () => {
      const { orgs } = world.admin.client;
      expect(
        (
          await orgs.updateGlossaryEntries(world.organizationId, {
            operations: [term({ en: 'space', es: 'espacio' }), term({ en: 'page' })],
          })
        ).status,
      ).to.equal(204);
      const [first, second] = (await orgs.listGlossaryEntries(world.organizationId)).data.items;
      expect(first).to.deep.include({ object: 'glossary-entry', translations: { en: 'space', es: 'espacio' } });
      must(
        await put(
          { type: 'update', id: first.id, translations: { en: 'room' } },
          { type: 'delete', id: second.id },
          term({ fr: 'un', de: 'ein' }),
        ),
        204,
      );
      expect((await entries()).map(({ translations }) => translations)).to.deep.equal([
        { en: 'room' },
        { fr: 'un', de: 'ein' },
      ]);
      expect((await orgs.getGlossaryEntry(world.organizationId, first.id)).data.translations).to.deep.equal({
        en: 'room',
      });
      must(await put(term({ en: 'x' }), { type: 'delete', id: second.id }), 404);
      must(await put(term({ en: 'x' }), { type: 'update', id: UNKNOWN, translations: { en: 'y' } }), 404);
      expect(
        must(
          await put({ type: 'delete', id: first.id }, { type: 'update', id: first.id, translations: { en: 'y' } }),
          400,
        ).error.issues[0].path,
      ).to.equal('operations.1.id');
      expect(await entries()).to.have.length(2);
      must(await world.admin.api.get(`${path}/${UNKNOWN}`), 404);
    });

    it('limits the glossary to 5,000 terms after all operations of a request', async () => {
      const many = Array.from({ length: 500 }, (_, i) => term({ en: `word ${i}` }));
      for (let i = 0; i < 10; i++) must(await put(...many), 204);
      must(await put(term({ en: 'one more' })), 409);
      const [first] = await entries();
      must(await put(term({ en: 'one more' }), { type: 'delete', id: first.id }), 204);
      expect(must(await world.admin.api.get(`${path}?limit=0`), 200).count).to.equal(5_000);
    });

    it('accepts terms of 1 to 255 characters on one line', async () => {
      must(await put(term({ en: 'x'.repeat(255), es: 'y' })), 204);
      for (const wrong of ['', ' ', '\u200b', 'x'.repeat(256), 'two\nlines', 'two\r', 'two\u2028lines'])
        expect(must(await put(term({ en: wrong })), 400).error.issues[0].path, JSON.stringify(wrong)).to.equal(
          'operations.0.translations.en',
        );
      for (const wrong of [{}, { tlh: 'x' }])
        expect(must(await put(term(wrong)), 400).error.issues[0].path).to.match(/^operations\.0\.translations/);
      expect(must(await put(), 400).error.issues[0].path).to.equal('operations');
      expect(
        must(await put(...Array.from({ length: 501 }, () => ({ type: 'delete', id: UNKNOWN }))), 400).error.issues[0]
          .path,
      ).to.equal('operations');
      expect(
        must(await put(...Array.from({ length: 500 }, () => ({ type: 'delete', id: UNKNOWN }))), 400).error.issues[0]
          .path,
      ).to.equal('operations.1.id');
      expect(must(await put({ type: 'rename' }), 400).error.issues[0].path).to.match(/^operations\.0/);
      expect(await entries()).to.have.length(1);
    });
  });

  describe('listGlossaryEntries', () => {
    it('lists the terms page by page to members alone', async () => {
      must(await put(term({ en: 'one' }), term({ en: 'two' })), 204);
      const first = must(await world.admin.api.get(`${path}?limit=1`), 200);
      const second = must(
        await world.admin.api.get(`${path}?limit=1&page=${encodeURIComponent(first.next.page)}`),
        200,
      );
      expect([...first.items, ...second.items].map(({ translations }: any) => translations.en)).to.have.members([
        'one',
        'two',
      ]);
      must(await (await world.stranger()).api.get(path), 404);
    });
  });

  describe('getGlossaryEntry', () => {
    it('returns a term, and 404 for an unknown one', async () => {
      must(await put(term({ en: 'space', es: 'espacio' })), 204);
      const [entry] = await entries();
      expect(must(await world.admin.api.get(`${path}/${entry.id}`), 200)).to.deep.equal(entry);
      must(await world.admin.api.get(`${path}/${UNKNOWN}`), 404);
    });
  });
});
