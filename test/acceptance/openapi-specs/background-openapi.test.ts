import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { LOSSES, losingIn } from '../../support/losses.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { startMailServer, type MailServer } from '../../support/servers/mail-server.ts';
import { startWebsite } from '../../support/servers/website.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

const DAY_MS = 26 * 60 * 60 * 1000;

onEveryBackend('refreshOpenAPISpecBySlug', (backend) => {
  let time: TimeTravel;
  let mail: MailServer;
  let world: World;
  let base: string;
  before(async function () {
    mail = await startMailServer();
    time = await TimeTravel.start(backend, { SMTP_URL: mail.url, SMTP_FROM: 'docs@quire.example' });
  });
  beforeEach(async () => {
    world = await World.create(time.instance);
    base = `/v1/orgs/${world.organizationId}/openapi`;
  });

  const stateOf = async (id: string) =>
    (await time.instance.container.get(Tokens.Reads).openapiSpecs.get({ id })).snapshot();
  const versions = async (): Promise<number> => must(await world.admin.api.get(`${base}/pets/versions`), 200).count;
  const countMails = (): number =>
    mail.mails.filter(({ to, text }) => to.includes(world.admin.email) && text.includes('OpenAPI specification pets'))
      .length;
  /** A source whose answers can be changed and held back. */
  const source = async () => {
    const own = { body: petStore() as object, requestCount: 0, hold: undefined as Promise<void> | undefined };
    const { origin } = await startWebsite({
      '/spec.json': async (_request, response) => {
        own.requestCount++;
        await own.hold;
        response.end(JSON.stringify(own.body));
      },
    });
    return Object.assign(own, { url: `${origin}/spec.json` });
  };
  const eventsOf = async (): Promise<any[]> =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?action=openapi-spec.paused`), 200)
      .items;

  for (const loss of LOSSES)
    it(`[A74] is not repeated daily, and administrators are notified, once the person who set the source ${loss.title}`, async () => {
      const from = await source();
      const person = await world.member('create');
      must(await person.api.post(base, { slug: 'pets', source: { url: from.url } }), 201);
      const { id } = await waitForSpec(world.admin.api, `${base}/pets`);
      from.body = petStore({ info: { title: 'Defaced', version: '2' } });
      const restore = await losingIn(world, loss, person);
      time.later(DAY_MS);
      const follow = () => time.run('follow-openapi-spec', { organizationId: world.organizationId, specId: id });
      await follow();
      await restore();
      const shown = must(await world.admin.api.get(`${base}/pets`), 200);
      expect(shown.paused).to.include({ reason: loss.reason });
      expect([from.requestCount, await versions()]).to.deep.equal([1, 1]);
      const [event] = await eventsOf();
      expect(event.payload).to.deep.equal({ reason: loss.reason, userId: person.userId });
      await until(() => countMails() === 1);
      time.later(DAY_MS);
      await follow();
      expect([from.requestCount, (await eventsOf()).length]).to.deep.equal([1, 1]);
    });

  it('[A74] adds no version when the person is removed while the source is read, and resumes for the next caller', async () => {
    const from = await source();
    const person = await world.member('create');
    must(await world.admin.api.post(base, { slug: 'pets', source: { url: from.url } }), 201);
    const { id } = await waitForSpec(world.admin.api, `${base}/pets`);
    from.body = petStore({ info: { title: 'Defaced', version: '2' } });
    let go = (): void => {};
    from.hold = new Promise((resolve) => (go = resolve));
    must(await person.api.post(`${base}/pets/refresh`), 200);
    await until(() => from.requestCount === 2);
    await losingIn(world, LOSSES[0]!, person);
    go();
    await until(async () => (await stateOf(id)).paused !== null);
    expect(await versions()).to.equal(1);
    must(await world.admin.api.post(`${base}/pets/refresh`), 200);
    await until(async () => (await versions()) === 2);
    expect(await waitForSpec(world.admin.api, `${base}/pets`)).to.not.have.property('paused');
  });
});
