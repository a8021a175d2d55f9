import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('members', (backend) => {
  let time: TimeTravel;
  let instance: Instance;
  let world: World;
  let path: string;
  const later = (ms?: number): string => time.later(ms);
  before(async () => {
    time = await TimeTravel.start(backend);
    ({ instance } = time);
  });
  beforeEach(async () => {
    later();
    world = await World.create(instance);
    path = `/v1/orgs/${world.organizationId}`;
  });

  describe('updateOrganizationMemberLastSeenAt', () => {
    it('records when the member was last seen, to the minute', async () => {
      const ann = await world.member(null);
      const seenAt = async () => must(await world.admin.api.get(`${path}/members/${ann.userId}`), 200).lastSeenAt;
      const at = later();
      await ann.client.orgs.updateOrganizationMemberLastSeenAt(world.organizationId);
      expect(await seenAt()).to.equal(at);
      later(59_999);
      must(await ann.api.post(`${path}/ping`), 200);
      expect(await seenAt()).to.equal(at);
      const again = later(1);
      for (const answer of await Promise.all(Array.from({ length: 5 }, () => ann.api.post(`${path}/ping`))))
        must(answer, 200);
      expect(await seenAt()).to.equal(again);
      must(await (await world.stranger()).api.post(`${path}/ping`), 404);
    });

    describe('getOrganizationKeys', () => {
      it('verifies the claims of a member, which are valid for an hour', async () => {
        const ann = await world.member('review');
        const { serviceVisitorClaims: token } = must(await ann.api.post(`${path}/ping`), 200);
        const keys = createRemoteJWKSet(new URL(`${instance.url}${path}/jwks`));
        const expected = { issuer: instance.publicUrl, audience: world.organizationId, algorithms: ['ES256'] };
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          ...expected,
          currentDate: new Date(time.now),
        });
        expect(payload).to.include({
          iss: instance.publicUrl,
          aud: world.organizationId,
          sub: ann.userId,
          email: ann.email,
          role: 'review',
        });
        expect(payload.exp! - payload.iat!).to.equal(3600);
        const { keys: published } = must(await world.admin.api.get(`${path}/jwks`, { authorization: '' }), 200);
        expect(published).to.have.lengthOf(1);
        expect(published[0])
          .to.have.all.keys('kty', 'crv', 'x', 'y', 'alg', 'use', 'kid')
          .and.include({ kid: protectedHeader.kid });
        const failed = async (what: Promise<unknown>) =>
          what.then(
            () => 'verified',
            ({ code }) => code,
          );
        expect(
          await failed(
            jwtVerify(token, keys, { ...expected, currentDate: new Date(Date.parse(time.now) + 3_600_000) }),
          ),
        ).to.equal('ERR_JWT_EXPIRED');
        expect(
          await failed(jwtVerify(token, keys, { ...expected, audience: UNKNOWN, currentDate: new Date(time.now) })),
        ).to.equal('ERR_JWT_CLAIM_VALIDATION_FAILED');
      });

      it('has one key for each organization, made once', async () => {
        const other = await World.create(instance);
        const pings = await Promise.all([
          ...Array.from({ length: 5 }, () => world.admin.api.post(`${path}/ping`)),
          other.admin.api.post(`/v1/orgs/${other.organizationId}/ping`),
        ]);
        const kids = pings.map((answer) => decodeProtectedHeader(must(answer, 200).serviceVisitorClaims).kid);
        expect(new Set(kids.slice(0, 5)).size).to.equal(1);
        expect(kids[5]).to.not.equal(kids[0]);
        const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
        const forged = await new SignJWT({ aud: world.organizationId, jwk: await exportJWK(publicKey) })
          .setProtectedHeader({ alg: 'ES256', kid: kids[0]! })
          .sign(privateKey);
        const keys = createRemoteJWKSet(new URL(`${instance.url}${path}/jwks`));
        expect(await jwtVerify(forged, keys).catch(({ code }) => code)).to.equal(
          'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
        );
        for (const id of [UNKNOWN, 'nonsense', (await World.create(instance)).organizationId])
          expect(must(await world.admin.api.get(`/v1/orgs/${id}/jwks`), 200)).to.deep.equal({ keys: [] });
      });
    });
  });

  describe('accounts of members', () => {
    describe('updateUserById', () => {
      it('lets users change their own profile and nobody else’s', async () => {
        const [ann, bob] = [await world.member('read'), await world.member('admin')];
        const { data } = await ann.client.users.updateUserById(ann.userId, {
          displayName: ' Ann ',
          photoURL: 'https://example.com/ann.png',
        });
        expect(data).to.deep.include({
          id: ann.userId,
          displayName: 'Ann',
          photoURL: 'https://example.com/ann.png',
          email: ann.email,
        });
        expect(must(await bob.api.get(`/v1/users/${ann.userId}`), 200)).to.deep.equal(data);
        for (const by of [bob.api, world.operator])
          must(await by.patch(`/v1/users/${ann.userId}`, { displayName: 'Eve' }), 403);
        for (const id of [UNKNOWN, (await world.stranger()).userId])
          must(await ann.api.patch(`/v1/users/${id}`, { displayName: 'Eve' }), 404);
        const { photoURL: _, ...plain } = data;
        expect(
          must(
            await ann.api.patch(`/v1/users/${ann.userId}`, {
              photoURL: null,
              email: 'eve@example.com',
              operator: true,
              disabled: true,
              id: UNKNOWN,
            }),
            200,
          ),
        ).to.deep.equal(plain);
        for (const [body, at] of [
          [{ displayName: '' }, 'displayName'],
          [{ displayName: 'x'.repeat(65) }, 'displayName'],
          [{ photoURL: 'data:image/png;base64,AA' }, 'photoURL'],
          [{ photoURL: 'x' }, 'photoURL'],
        ] as const)
          expect(must(await ann.api.patch(`/v1/users/${ann.userId}`, body), 400).error.issues[0].path).to.equal(at);
        must(await ann.api.patch(`/v1/users/${ann.userId}`, { displayName: 'x'.repeat(64) }), 200);
      });
    });

    describe('updateUserByOperator', () => {
      it('disables an account with all its tokens at once, and enables it again', async () => {
        const ann = await world.member('admin');
        const readOnly = await world.readOnly(ann);
        expect(
          must(await world.operator.patch(`/v1/instance/users/${ann.userId}`, { disabled: true }), 200),
        ).to.include({
          id: ann.userId,
          disabled: true,
        });
        for (const api of [ann.api, readOnly])
          for (const to of ['/v1/user', path, '/v1/orgs']) must(await api.get(to), 401);
        expect(must(await world.admin.api.get(`${path}/members/${ann.userId}`), 200).disabled).to.equal(true);
        expect(
          must(await world.operator.get('/v1/instance/users?limit=1000'), 200).items.find(
            ({ id }: any) => id === ann.userId,
          ).disabled,
        ).to.equal(true);
        expect(
          must(await world.operator.patch(`/v1/instance/users/${ann.userId}`, { disabled: false }), 200).disabled,
        ).to.equal(false);
        must(await ann.api.get(path), 200);
        must(await ann.api.patch(`/v1/instance/users/${world.admin.userId}`, { disabled: true }), 403);
        must(await world.operator.patch(`/v1/instance/users/${UNKNOWN}`, { disabled: true }), 404);
        must(await world.operator.patch(`/v1/instance/users/${ann.userId}`, { disabled: 'yes' }), 400);
        const { id } = must(await world.operator.get('/v1/user'), 200);
        must(await world.operator.patch(`/v1/instance/users/${id}`, { disabled: true }), 409);
      });
    });
  });
});
