import { request } from 'node:http';
import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Uploads } from '../../support/files/uploads.ts';
import { WebBrowser } from '../../support/web-browser.ts';
import { apiOf, must, World, type Person } from '../../support/world.ts';

const PASSWORD = 'a long and quiet evening';

onEveryBackend('links and tokens given before access was lost', (backend) => {
  let world: World;
  let uploads: Uploads;
  before(async () => {
    world = await World.create(await backend.instance());
    uploads = new Uploads(world);
  });

  /** Everything that opens something, as somebody has it who may create. */
  async function kept(person: Person) {
    const space = await uploads.space();
    await uploads.space();
    const session = new WebBrowser(world.instance);
    const link = must(await world.operator.post(`/v1/instance/users/${person.userId}/password-link`), 201).url;
    await session.open(link.slice(world.instance.publicUrl.length));
    await session.send('', { password: PASSWORD });
    await session.open('/sign-in');
    await session.send('/sign-in', { email: person.email, password: PASSWORD });
    // To set a password by a link ends the tokens of the account.
    const { token } = must(
      await world.operator.post(`/v1/instance/users/${person.userId}/tokens`, { name: 'again' }),
      201,
    );
    const by = { ...person, token, api: apiOf(world.instance, token) };
    await uploads.insert(space, { name: 'report.txt', key: await uploads.sent('the report') });
    const [file] = must(await by.api.get(`/v1/spaces/${space}/content/files`), 200).items;
    const pdf = must(await by.api.get(`/v1/spaces/${space}/pdf`), 200).url;
    const archive = must(await by.api.get(`/v1/spaces/${space}/archive`), 200).url;
    const web = apiOf(world.instance);
    const open = async (url: string): Promise<number> =>
      (await web.get(url.slice(world.instance.publicUrl.length))).status;
    const announced = [await uploads.announce('words', { by }), await uploads.announce('words', { by })] as const;
    must({ ...(await uploads.send(announced[0].url, 'words')), body: '', headers: new Headers() }, 200);
    const list = `/v1/orgs/${world.organizationId}/spaces?limit=1`;
    const { page } = must(await by.api.get(list), 200).next;
    return {
      space,
      page: async () => by.api.get(`${list}&page=${page}`),
      session: async () => (await session.open(`/app/~/v1/spaces/${space}`)).status,
      file: () => open(file.downloadURL),
      pdf: () => open(pdf),
      archive: async () => (await fetch(archive)).status,
      upload: async () => (await uploads.send(announced[1].url, 'words')).status,
      sent: async () =>
        (await uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'x', key: announced[0].key }] }], by))
          .status,
    };
  }

  const ends: readonly (readonly [
    string,
    (person: Person) => Promise<unknown>,
    { page: number; session: number; upload: number; sent: number },
  ])[] = [
    [
      'a member who is removed',
      async ({ userId }) =>
        must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/members/${userId}`), 205),
      { page: 404, session: 404, upload: 404, sent: 404 },
    ],
    [
      'a member who becomes a guest',
      async ({ userId }) =>
        must(
          await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${userId}`, { role: null }),
          200,
        ),
      { page: 200, session: 404, upload: 404, sent: 404 },
    ],
    [
      'a user who is shut out',
      async ({ userId }) => must(await world.operator.patch(`/v1/instance/users/${userId}`, { disabled: true }), 200),
      { page: 401, session: 401, upload: 404, sent: 401 },
    ],
  ];
  for (const [who, end, expected] of ends)
    it(`[A6][A46] open nothing for ${who}`, async () => {
      const person = await world.member('create');
      const { page, session, file, pdf, archive, upload, sent } = await kept(person);
      expect([(await page()).status, await session(), await file(), await archive()]).to.deep.equal([
        200, 200, 200, 200,
      ]);
      expect(await pdf()).to.be.oneOf([200, 202]);
      await end(person);
      const answer = await page();
      if (answer.status === 200) expect(answer.body).to.deep.equal({ items: [], count: 0 });
      expect({
        page: answer.status,
        session: await session(),
        file: await file(),
        pdf: await pdf(),
        archive: await archive(),
        upload: await upload(),
        sent: await sent(),
      }).to.deep.equal({ ...expected, file: 404, pdf: 404, archive: 404 });
    });

  for (const [who, end] of ends)
    it(`[A77] keep no bytes of an upload that was under way for ${who}`, async () => {
      const person = await world.member('create');
      const { url, key } = await uploads.announce('words', { by: person });
      const { origin, pathname } = new URL(url);
      const sending = request(origin + pathname, {
        method: 'PUT',
        headers: { 'content-type': 'text/plain', 'content-length': '5' },
      });
      const answered = new Promise<number>((resolve) =>
        sending.on('response', (response) => (response.resume(), resolve(response.statusCode!))),
      );
      await new Promise((resolve) => sending.write('wor', resolve));
      // Answered after the link was looked at, which arrived before.
      for (let i = 0; i < 3; i++) must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/members`), 200);
      await end(person);
      sending.end('ds');
      expect(await answered).to.equal(404);
      const stored = await world.instance.container.get(Tokens.Reads).uploads.get({ id: key });
      expect(stored.snapshot().blob).to.equal(null);
    });
});
