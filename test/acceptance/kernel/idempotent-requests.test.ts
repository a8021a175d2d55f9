import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { digestOf } from '../../../src/domain/content/objects/hash.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import { apiOf, must, World } from '../../support/world.ts';

onEveryBackend('requests with an Idempotency-Key', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  let last = 0;
  const newKey = (): { 'idempotency-key': string } => ({ 'idempotency-key': `key-${++last}` });
  const spaces = () => `/v1/orgs/${world.organizationId}/spaces`;
  const count = async (): Promise<number> => must(await world.admin.api.get(spaces()), 200).count;

  it('get the first answer when they are repeated, and have no second effect', async () => {
    const key = newKey();
    const before = await count();
    const first = await world.admin.api.post(spaces(), { title: 'Once' }, key);
    const second = await world.admin.api.post(spaces(), { title: 'Once' }, key);
    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(second.body).to.deep.equal(first.body);
    expect(second.headers.get('location')).to.equal(first.headers.get('location'));
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).to.deep.equal([null, 'true']);
    expect(await count()).to.equal(before + 1);
  });

  it('have one effect where a PUT adds to a collection', async () => {
    const at = `/v1/orgs/${world.organizationId}`;
    const [team, term] = [newKey(), newKey()];
    const first = await world.admin.api('PUT', `${at}/teams`, { title: 'Once' }, team);
    const second = await world.admin.api('PUT', `${at}/teams`, { title: 'Once' }, team);
    expect(must(second, 201)).to.deep.equal(must(first, 201));
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    expect(must(await world.admin.api.get(`${at}/teams?title=once`), 200).count).to.equal(1);
    const glossary = `${at}/translations-glossary`;
    const body = { operations: [{ type: 'insert', translations: { en: 'once', de: 'einmal' } }] };
    for (let n = 0; n < 2; n++) must(await world.admin.api('PUT', glossary, body, term), 204);
    expect(must(await world.admin.api.get(glossary), 200).count).to.equal(1);
    must(await world.admin.api('PUT', `${at}/teams`, { title: 'Once' }, { ...team, 'if-none-match': '*' }), 422);
  });

  it('[A53] have one effect when they arrive at the same time, and one per user', async () => {
    const key = newKey();
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.admin.api.post(spaces(), { title: 'Together' }, key)),
    );
    expect(new Set(answers.map((answer) => must(answer, 201).id)).size).to.equal(1);
    expect(await count()).to.equal(before + 1);
    const other = await world.member('admin');
    expect(must(await other.api.post(spaces(), { title: 'Together' }, key), 201).id).not.to.equal(answers[0]!.body.id);
    expect(await count()).to.equal(before + 2);
  });

  it('[A69] get no answer that another token of the same user got', async () => {
    const key = newKey();
    const wide = must(await world.admin.api.post('/v1/user/tokens', { name: 'deploy' }, key), 201);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { token } = must(await world.admin.api.post('/v1/user/tokens', { name: 'brief', expiresAt }), 201);
    const brief = await apiOf(world.instance, token).post('/v1/user/tokens', { name: 'deploy' }, key);
    expect(brief.headers.get('idempotency-replayed')).to.equal(null);
    expect(JSON.stringify(brief.body)).to.not.include(wide.token);
  });

  it('[A53] get the first answer where its effect would make the others fail, when they arrive at the same time', async () => {
    const { post } = world.admin.api;
    for (let round = 0; round < 5; round++) {
      const draft = await Draft.open(world);
      const edit = { changes: [insert('Once', { slug: 'once' })] };
      const { revision } = await draft.inSpace('');
      const requests: (readonly [path: string, body: unknown, headers: Record<string, string>])[] = [
        [`${draft.path}/content`, edit, newKey()],
        [`${draft.path}/merge`, undefined, newKey()],
        [`${draft.space}/content`, { changes: [insert('Live')] }, { ...newKey(), 'if-match': `"${revision}"` }],
      ];
      for (const [path, body, headers] of round % 2 === 0 ? requests.slice(0, 2) : requests.slice(2)) {
        const answers = await Promise.all([1, 2, 3].map(() => post(path, body, headers)));
        const [first] = answers.map((answer) => must(answer, 200));
        for (const { body: again } of answers) expect(again, path).to.deep.equal(first);
        expect(
          answers.filter(({ headers: of }) => of.get('idempotency-replayed') === null),
          path,
        ).to.have.length(1);
      }
    }
  });

  it('[A53] are refused with 422 when the key belongs to another request', async () => {
    const key = newKey();
    must(await world.admin.api.post(spaces(), { title: 'One' }, key), 201);
    const before = await count();
    must(await world.admin.api.post(spaces(), { title: 'Two' }, key), 422);
    must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'One' }, key), 422);
    expect(await count()).to.equal(before);
  });

  it('leave the key free when they fail', async () => {
    const key = newKey();
    must(await world.admin.api.post(spaces(), { title: 'Child', parent: 'A'.repeat(20) }, key), 404);
    must(await world.admin.api.post(spaces(), { title: 'Child' }, key), 201);
  });

  it('are authorized again when they are repeated', async () => {
    const key = newKey();
    const person = await world.member('create');
    must(await person.api.post(spaces(), { title: 'Mine' }, key), 201);
    must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/members/${person.userId}`), 205);
    must(await person.api.post(spaces(), { title: 'Mine' }, key), 404);
  });

  it('repeat an answer without a body', async () => {
    const { id } = await world.space();
    const { userId } = await world.member('read');
    const key = newKey();
    const grant = () => world.admin.api.post(`/v1/spaces/${id}/permissions`, { role: 'edit', users: [userId] }, key);
    must(await grant(), 204);
    must(await world.admin.api.delete(`/v1/spaces/${id}/permissions/users/${userId}`), 205);
    const repeated = await grant();
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).to.deep.equal([204, 'true']);
    expect(must(await world.admin.api.get(`/v1/spaces/${id}/permissions/users`), 200).items).to.deep.equal([]);
  });

  it('name the header when the key is not usable', async () => {
    for (const key of [' ', 'with space', 'k'.repeat(256)])
      expect(
        must(await world.admin.api.post(spaces(), { title: 'T' }, { 'idempotency-key': key }), 400).error.issues[0]
          .path,
      ).to.equal('Idempotency-Key');
    must(await world.admin.api.post(spaces(), { title: 'T' }, { 'idempotency-key': 'k'.repeat(255) }), 201);
  });

  it('keep secrets of answers sealed', async () => {
    const key = newKey();
    const made = must(await world.admin.api.post('/v1/user/tokens', { name: 'bot' }, key), 201);
    expect(must(await world.admin.api.post('/v1/user/tokens', { name: 'bot' }, key), 201)).to.deep.equal(made);
    const now = new Date().toISOString();
    const [{ id: credential }] = must(await world.admin.api.get('/v1/user/tokens'), 200).items.filter(
      ({ name }: any) => name !== 'bot',
    );
    const stored = await world.instance.container
      .get(Tokens.UnitOfWork)
      .run(
        { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: now },
        ({ idempotentAnswers }) =>
          idempotentAnswers.find(digestOf(`${world.admin.userId} ${credential} ${key['idempotency-key']}`), now),
      );
    expect(JSON.stringify(stored)).to.include('"box"').and.not.include(made.token);
  });
});
