import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { LOSSES, losingIn, type Loss } from '../../support/losses.ts';
import { startMailServer, type MailServer } from '../../support/servers/mail-server.ts';
import { chat, EngineServer, toUpperCaseMarkup } from '../../support/servers/translation-engines.ts';
import { instanceWith, Translations } from '../../support/translation-world.ts';
import { until } from '../../support/until.ts';
import { must, World, type Person } from '../../support/world.ts';
import type { Instance } from '../../../src/instance.ts';

onEveryBackend('runTranslation', (backend) => {
  let instance: Instance;
  let engine: EngineServer;
  let mail: MailServer;
  let world: World;
  let translations: Translations;
  before(async () => {
    [engine, mail] = [await EngineServer.start(), await startMailServer()];
    instance = await instanceWith(backend, {
      TRANSLATION_ENGINE: 'openai',
      TRANSLATION_URL: engine.url,
      TRANSLATION_MODEL: 'model',
      SMTP_URL: mail.url,
      SMTP_FROM: 'docs@quire.example',
    });
  });
  beforeEach(async () => {
    world = await World.create(instance);
    translations = new Translations(world);
    engine.answer = chat((text) => toUpperCaseMarkup(text));
  });

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
  const count = async (): Promise<number> =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/spaces`), 200).count;
  const stateOf = async (id: string) =>
    (await instance.container.get(Tokens.Reads).translations.get({ id })).snapshot();
  const order = (person: Person, id: string) => person.api.post(`${translations.all}/${id}/run`);
  const pausedEvents = async (): Promise<any[]> =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?action=translation.paused`), 200)
      .items;
  const countMails = (): number =>
    mail.mails.filter(
      ({ to, text }) => to.includes(world.admin.email) && text.includes('ranslation to the language es'),
    ).length;
  /** Loses the right while the run is made, and answers the translation once the run is over. */
  const stoppedBy = async (
    loss: Loss,
    person: Person,
    id: string,
    { engineCalled, go }: ReturnType<typeof heldBack>,
  ): Promise<any> => {
    await engineCalled;
    const restore = await losingIn(world, loss, person);
    go();
    await until(async () => (await stateOf(id)).run === null);
    await restore();
    return translations.get(id);
  };

  for (const loss of LOSSES)
    it(`[A74] makes no space, pauses, and tells administrators when the caller of the first run ${loss.title}`, async () => {
      const space = await translations.space({ Brief: `Brief ${loss.title}.` });
      const person = await world.member('create');
      const before = await count();
      const held = heldBack();
      const { id } = must(
        await person.api.post(translations.all, { language: 'es', source: { space, language: 'en' } }),
        201,
      );
      const stopped = await stoppedBy(loss, person, id, held);
      expect(stopped).to.include({ status: 'completed' }).and.not.have.property('result');
      expect(stopped.paused).to.include({ reason: loss.reason });
      expect(stopped.failure.message).to.match(/^stopped: /);
      expect(await count()).to.equal(before);
      const [event, ...more] = await pausedEvents();
      expect(event.payload).to.deep.equal({ reason: loss.reason, userId: person.userId });
      expect(more).to.deep.equal([]);
      await until(() => countMails() === 1);
    });

  it('[A74] leaves the result as it is when the caller of a later run is removed, and resumes for the next caller', async () => {
    const space = await translations.space({ Later: 'Later words.' });
    const { id, result } = await translations.completed((await translations.create(space)).id);
    await translations.write(space, 'Later', { document: { markdown: 'Changed words.' } });
    const person = await world.member('create');
    const held = heldBack();
    must(await order(person, id), 204);
    const stopped = await stoppedBy(LOSSES[0]!, person, id, held);
    expect(stopped.paused).to.include({ reason: 'permission-lost' });
    expect(stopped.result).to.deep.equal(result);
    expect((await translations.pages(result.space))[0].markdown).to.equal('LATER WORDS.');
    expect(await translations.run(id)).to.not.have.property('paused');
    expect((await translations.pages(result.space))[0].markdown).to.equal('CHANGED WORDS.');
  });

  it('[A74] continues with a run that somebody else requested in the meantime, without pausing', async () => {
    const space = await translations.space({ Twice: 'Twice words.' });
    const person = await world.member('create');
    const held = heldBack();
    const { id } = must(
      await person.api.post(translations.all, { language: 'es', source: { space, language: 'en' } }),
      201,
    );
    await held.engineCalled;
    must(await order(world.admin, id), 204);
    await losingIn(world, LOSSES[0]!, person);
    held.go();
    await until(async () => (await stateOf(id)).run === null);
    expect(await translations.get(id))
      .to.include({ status: 'completed' })
      .and.not.have.property('paused');
    expect(await pausedEvents()).to.have.length(1);
  });

  it('[A74] makes a waiting run with the rights of its last caller', async () => {
    const [busy, space] = [
      await translations.space({ Busy: 'Busy words.' }),
      await translations.space({ Waits: 'Waiting words.' }),
    ];
    const person = await world.member('create');
    const held = heldBack();
    // Runs of an organization are made one after the other.
    await translations.create(busy);
    await held.engineCalled;
    const { id } = must(
      await person.api.post(translations.all, { language: 'es', source: { space, language: 'en' } }),
      201,
    );
    must(await order(world.admin, id), 204);
    await losingIn(world, LOSSES[1]!, person);
    held.go();
    await translations.completed(id);
    expect(await pausedEvents()).to.deep.equal([]);
  });

  it('[A74] refuses to write over a result that the caller may not administer', async () => {
    const space = await translations.space({ Shut: 'Shut words.' });
    const { id, result } = await translations.completed((await translations.create(space)).id);
    const person = await world.member('create');
    must(await world.admin.api.patch(`/v1/spaces/${result.space}`, { defaultLevel: 'review' }), 200);
    must(await order(person, id), 403);
    must(await world.admin.api.patch(`/v1/spaces/${result.space}`, { defaultLevel: 'inherit' }), 200);
    await translations.write(space, 'Shut', { document: { markdown: 'Open words.' } });
    const held = heldBack();
    must(await order(person, id), 204);
    await held.engineCalled;
    must(await world.admin.api.patch(`/v1/spaces/${result.space}`, { defaultLevel: null }), 200);
    held.go();
    expect((await translations.ended(id)).paused).to.include({ reason: 'permission-lost' });
    expect((await translations.pages(result.space))[0].markdown).to.equal('SHUT WORDS.');
  });
});
