import { expect } from 'chai';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { apiOf, must } from '../support/world.ts';
import { serve, type TestServer } from '../support/http-server.ts';

describe('The log of requests', () => {
  let server: TestServer;
  before(async () => void (server = await serve(ROUTES)));

  /** Log line of a request. */
  const lineOf = (answer: { readonly headers: Headers }): any =>
    server
      .logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .find(({ msg, requestId }) => msg === 'request' && requestId === answer.headers.get('x-request-id'));

  it('names the actor, the organization, the route and the duration', async () => {
    const api = apiOf(server, server.adminToken);
    const user = must(await api.get('/v1/user'), 200);
    const [organization] = must(await api.get('/v1/orgs'), 200).items;
    const answer = await api.post(`/v1/orgs/${organization.id}/spaces?note=private`, { title: 'A' });
    must(answer, 201);
    expect(lineOf(answer)).to.deep.include({
      method: 'POST',
      path: `/v1/orgs/${organization.id}/spaces`,
      route: '/v1/orgs/{organizationId}/spaces',
      operation: 'createSpace',
      status: 201,
      actor: user.id,
      organization: organization.id,
    });
    expect(lineOf(answer).ms).to.be.a('number').above(0);
  });

  it('names the actor of a refused request, and none without a valid token', async () => {
    const user = must(await apiOf(server, server.adminToken).get('/v1/user'), 200);
    const unknown = '0'.repeat(20);
    const refused = await apiOf(server, server.adminToken).get(`/v1/spaces/${unknown}`);
    must(refused, 404);
    expect(lineOf(refused)).to.deep.include({ actor: user.id }).and.not.have.property('organization');
    for (const api of [apiOf(server), apiOf(server, 'qr_wrong-token-0123456789')]) {
      const anonymous = await api.get(`/v1/spaces/${unknown}`);
      must(anonymous, 401);
      expect(lineOf(anonymous)).not.to.have.any.keys('actor', 'organization');
    }
  });

  it('contains no secrets of links, also of those that were copied with a character too many', async () => {
    const secret = 'Q9Ac4bkVRTnvWj4JZZQ1TSSecretOfLink';
    const organization = 'A'.repeat(20);
    for (const path of [
      `/set-password/ql_${secret}/`,
      `/invitations/ql_${secret}.`,
      `/sign-in/first/ql_${secret})`,
      `/Set-Password/ql_${secret}`,
      `/missing/qr_${secret}`,
      `/join/${organization}/${secret}`,
      `/join/${organization}/${secret.slice(0, 22)}/`,
    ]) {
      const line = lineOf(await apiOf(server).get(path));
      expect(line.path, path).to.include('…');
      expect(JSON.stringify(line), path).not.to.include(secret.slice(0, 22));
    }
  });

  it('contains no tokens and no query strings', () => {
    expect(server.logged())
      .not.to.include(server.adminToken)
      .and.not.to.include('wrong-token')
      .and.not.to.include('private');
  });
});
