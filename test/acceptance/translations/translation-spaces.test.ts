import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { chat, EngineServer, toUpperCaseMarkup, textsOfChat } from '../../support/servers/translation-engines.ts';
import { instanceWith, Translations } from '../../support/translation-world.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('the spaces of a translation', (backend) => {
  let engine: EngineServer;
  let world: World;
  let translations: Translations;
  before(async () => {
    engine = await EngineServer.start();
    world = await World.create(
      await instanceWith(backend, {
        TRANSLATION_ENGINE: 'openai',
        TRANSLATION_URL: engine.url,
        TRANSLATION_MODEL: 'model',
      }),
    );
    translations = new Translations(world);
  });
  beforeEach(() => void (engine.answer = chat((text) => toUpperCaseMarkup(text))));
  /** The engine answers nothing until then. */
  function heldBack(): { readonly engineCalled: Promise<void>; readonly go: () => void } {
    let [markCalled, go] = [(): void => {}, (): void => {}];
    const engineCalled = new Promise<void>((resolve) => (markCalled = resolve));
    const waiting = new Promise<void>((resolve) => (go = resolve));
    engine.answer = async (question) => {
      markCalled();
      await waiting;
      return chat((text) => toUpperCaseMarkup(text))(question);
    };
    return { engineCalled, go: () => go() };
  }
  const spaces = async (): Promise<string[]> =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/spaces`), 200).items.map(({ id }: any) => id);

  describe('listOrganizationAuditEvents', () => {
    it('lists the new revision of the result, in the space of the result', async () => {
      const space = await translations.space({ Recorded: 'Recorded words.' });
      const { id, result } = await translations.completed((await translations.create(space)).id);
      await translations.write(space, 'Recorded', { document: { markdown: 'Other recorded words.' } });
      const { revision } = (await translations.run(id)).result;
      const events = `/v1/orgs/${world.organizationId}/audit-events?target=${result.space}&action=space.content-edited`;
      const { items } = must(await world.admin.api.get(events), 200);
      expect(items.map(({ payload }: any) => payload)).to.deep.equal([{ revision }]);
    });
  });

  describe('deleteSpaceById', () => {
    it('makes a first run fail without a new space when the source is deleted during it', async () => {
      const space = await translations.space({ Brief: 'Brief words.' });
      const { engineCalled, go } = heldBack();
      const { id } = await translations.create(space);
      await engineCalled;
      must(await translations.api.delete(`/v1/spaces/${space}`), 205);
      const left = await spaces();
      go();
      const failed = await translations.ended(id);
      expect(failed.status).to.equal('completed');
      expect(failed.failure.message).to.include('the source space was deleted or transferred to another organization');
      expect(failed).not.to.have.property('result');
      expect(await spaces()).to.deep.equal(left);
      must(await translations.api.post(`/v1/spaces/${space}/restore`), 200);
      expect((await translations.run(id)).usage.latest).to.include({ requests: 0, reused: 2 });
    });

    it('makes a run fail when its result is deleted, and the next one makes a new space', async () => {
      const space = await translations.space({ Short: 'Short words.' });
      const { id, result } = await translations.completed((await translations.create(space)).id);
      await translations.write(space, 'Short', { document: { markdown: 'Shorter words.' } });
      const { engineCalled, go } = heldBack();
      must(await translations.api.post(`${translations.all}/${id}/run`), 204);
      await engineCalled;
      must(await translations.api.delete(`/v1/spaces/${result.space}`), 205);
      go();
      expect((await translations.ended(id)).failure.message).to.include('the target space was deleted or transferred');
      const again = await translations.run(id);
      expect(again.result.space).not.to.equal(result.space);
      expect((await translations.pages(again.result.space))[0].markdown).to.equal('SHORTER WORDS.');
      must(await translations.api.post(`/v1/spaces/${result.space}/restore`), 200);
      expect((await translations.pages(result.space))[0].markdown).to.equal('SHORT WORDS.');
    });
  });

  describe('transferSpace', () => {
    it('hides the texts of a space in another organization, and ends runs of its translation where the source is gone', async () => {
      const theirs = must(await translations.api.post('/v1/orgs', { title: 'Elsewhere' }), 201);
      const space = await translations.space({ Moved: 'Moved words.' });
      const { id, result } = await translations.completed((await translations.create(space)).id);
      await translations.write(result.space, 'MOVED', { title: 'Mudada' });
      await translations.run(id);
      expect(await translations.review(id)).to.have.length(1);
      must(await translations.api.post(`/v1/spaces/${result.space}/transfer`, { organization: theirs.id }), 200);
      expect(must(await translations.api.get(`${translations.all}/${id}/review`), 200)).to.include({ count: 0 });
      const again = await translations.run(id);
      expect(again.result.space).not.to.equal(result.space);
      expect((await translations.pages(again.result.space))[0].title).to.equal('MOVED');
      expect((await translations.pages(result.space))[0].title).to.equal('Mudada');
      must(await translations.api.post(`/v1/spaces/${space}/transfer`, { organization: theirs.id }), 200);
      must(await translations.api.post(`${translations.all}/${id}/run`), 204);
      expect((await translations.ended(id)).failure.message).to.include('transferred to another organization');
      expect(await translations.review(id)).to.deep.equal([]);
      must(await translations.api.delete(`${translations.all}/${id}`), 205);
    });
  });

  describe('updateSpaceById', () => {
    it('lets runs write to spaces that take no live edits, whose change requests are merged with them', async () => {
      const space = await translations.space({ Locked: 'One.\n\nTwo.\n' });
      const { id, result } = await translations.completed((await translations.create(space)).id);
      for (const each of [space, result.space])
        must(await translations.api.patch(`/v1/spaces/${each}`, { editMode: 'locked' }), 200);
      const [page] = await translations.pages(space);
      const merged = async (of: string, markdown: string): Promise<() => Promise<void>> => {
        const { number } = must(
          await translations.api.post(`/v1/spaces/${of}/change-requests`, { subject: 'Words' }),
          201,
        );
        must(
          await translations.api.post(`/v1/spaces/${of}/change-requests/${number}/content`, {
            changes: [{ operation: 'update_page', page: page.id, document: { markdown } }],
          }),
          200,
        );
        return async () =>
          void must(await translations.api.post(`/v1/spaces/${of}/change-requests/${number}/merge`), 200);
      };
      const merge = await merged(result.space, 'ONE.\n\nDos.\n');
      await (
        await merged(space, 'One, changed.\n\nTwo.\n')
      )();
      await translations.run(id);
      await merge();
      expect((await translations.pages(result.space))[0].markdown).to.equal('ONE, CHANGED.\n\nDos.\n');
      await translations.run(id);
      expect((await translations.review(id))[0].texts).to.deep.equal([
        { state: 'pinned', place: 'document', segment: 1, source: 'Two.', text: 'Dos.' },
      ]);
    });
  });

  describe('deleteTranslation', () => {
    it('ends a run in progress, which sends no more than a part of its texts', async () => {
      const pages = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`Costly ${i}`, `Costly words ${i}.`]));
      const space = await translations.space(pages);
      const { engineCalled, go } = heldBack();
      const { id } = await translations.create(space);
      await engineCalled;
      must(await translations.api.delete(`${translations.all}/${id}`), 205);
      engine.calls.length = 0;
      const left = await spaces();
      go();
      // Runs of an organization are made one after the other: the next one says that it is over.
      const next = await translations.space({ Next: 'Next words.' });
      await translations.completed((await translations.create(next)).id);
      expect(engine.calls.flatMap(textsOfChat).filter(({ text }) => text.startsWith('Costly')).length).to.be.at.most(
        50,
      );
      expect(await spaces()).to.have.length(left.length + 2);
    });
  });
});
