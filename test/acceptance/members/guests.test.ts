import { expect } from 'chai';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { bodyAt, makePlace, pathAt, type Place } from '../../support/routes/places.ts';
import { must, World, type Answer, type Api, type Person } from '../../support/world.ts';

const ADDRESS = /[\w.+-]+@example\.com/g;
/** All but the operations that answer with the addresses that they were given, and the one that makes a member of a guest. */
const routes = ROUTES.filter(
  ({ useCase }) => !['inviteUsersToOrganization', 'createUser', 'joinOrganizationWithInvite'].includes(useCase.name),
);

onEveryBackend('members as guests see them', (backend) => {
  let world: World;
  let place: Place;
  let guest: Person;
  before(async function () {
    world = await World.create(await backend.instance());
    place = await makePlace(world);
    guest = await world.member(null);
    const { spaceId, collectionId, changeRequestId, teamId } = place;
    for (const on of [`spaces/${spaceId}`, `collections/${collectionId}`])
      must(await world.admin.api.post(`/v1/${on}/permissions`, { role: 'admin', users: [guest.userId] }), 204);
    must(
      await world.admin.api.put(`/v1/orgs/${world.organizationId}/teams/${teamId}/members`, {
        add: [guest.userId],
        memberships: { [guest.userId]: { role: 'owner' } },
      }),
      204,
    );
    const request = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
    const reviewer = await world.member('review');
    must(
      await reviewer.api.post(`${request}/reviews`, { status: 'changes-requested', comment: { markdown: 'Hm' } }),
      201,
    );
    must(await world.admin.api.post(`${request}/requested-reviewers`, { users: [reviewer.userId] }), 200);
    must(
      await reviewer.api.put(`/v1/spaces/${spaceId}/comments/${place['commentId of a space']}`, {
        addedReactions: ['1f44d'],
      }),
      200,
    );
  });
  const call = (api: Api, route: Route, at: Place): Promise<Answer> =>
    api(partsOf(route).method, pathAt(route, at), bodyAt(route, at));
  const addressesIn = ({ body }: Answer): string[] =>
    [...JSON.stringify(body).matchAll(ADDRESS)].map(([address]) => address);

  it('[A85] have no e-mail address in any answer to a read, except the guest’s own', async () => {
    const [shownToAdmin, refused]: [string[], string[]] = [[], []];
    for (const route of routes.filter((each) => partsOf(each).method === 'GET')) {
      const { name } = route.useCase;
      const answer = await call(guest.api, route, place);
      if (answer.status >= 300) refused.push(name);
      expect(
        addressesIn(answer).filter((address) => address !== guest.email),
        name,
      ).to.deep.equal([]);
      if (addressesIn(await call(world.admin.api, route, place)).length > 0) shownToAdmin.push(name);
    }
    // The same answers have addresses for others, so that there was something to leave out.
    const both = shownToAdmin.filter((name) => !refused.includes(name));
    expect(both).to.include.members([
      'listCommentsInSpace',
      'getChangeRequestById',
      'listChangeRequestsForOrganization',
      'getReviewsByChangeRequestId',
      'getRequestedReviewersByChangeRequestId',
      'getContributorsByChangeRequestId',
      'listRevisionsInSpace',
      'listPermissionsAggregateInSpace',
      'listTeamMembersInOrganizationById',
    ]);
  });

  it('[A85] have no e-mail address in any answer to a write, except the guest’s own', async function () {
    const made = await makePlace(world);
    for (const on of [`spaces/${made['spaceId']}`, `collections/${made['collectionId']}`])
      must(await world.admin.api.post(`/v1/${on}/permissions`, { role: 'admin', users: [guest.userId] }), 204);
    let done = 0;
    for (const route of routes.filter((each) => ['POST', 'PUT', 'PATCH'].includes(partsOf(each).method))) {
      const answer = await call(guest.api, route, made);
      if (answer.status < 300) done += 1;
      expect(
        addressesIn(answer).filter((address) => address !== guest.email),
        route.useCase.name,
      ).to.deep.equal([]);
    }
    expect(done).to.be.greaterThan(20);
  });

  describe('getUserById', () => {
    it('[A85] lets a guest find themselves and nobody else', async () => {
      const other = await world.member(null);
      expect(must(await guest.api.get(`/v1/users/${guest.userId}`), 200).email).to.equal(guest.email);
      for (const { userId } of [world.admin, other]) must(await guest.api.get(`/v1/users/${userId}`), 404);
      expect(must(await world.admin.api.get(`/v1/users/${guest.userId}`), 200).email).to.equal(guest.email);
    });

    it('[A85] finds a member of another organization in which the caller is more than a guest', async () => {
      const otherWorld = await World.create(world.instance);
      const { userId, api } = await otherWorld.member(null);
      must(await api.get(`/v1/users/${otherWorld.admin.userId}`), 404);
      must(
        await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${userId}`, { role: 'read' }),
        200,
      );
      must(await api.get(`/v1/users/${world.admin.userId}`), 200);
      must(await api.get(`/v1/users/${otherWorld.admin.userId}`), 404);
    });
  });

  describe('listCommentsInSpace', () => {
    it('shows the display names of those who posted, reacted and replied', async () => {
      const { items } = must(await guest.api.get(`/v1/spaces/${place['spaceId']}/comments`), 200);
      expect(items[0].postedBy).to.include.keys('id', 'displayName').and.not.to.have.any.keys('email');
      expect(items[0].reactions[0].users[0].user).to.include.keys('displayName').and.not.to.have.any.keys('email');
    });
  });

  describe('updateCommentInSpace', () => {
    it('accepts in If-Match the ETag that a guest was given', async () => {
      const path = `/v1/spaces/${place['spaceId']}/comments/${place['commentId of a space']}`;
      const etag = (await guest.api.get(path)).headers.get('etag')!;
      must(await guest.api('PUT', path, { addedReactions: ['1f389'] }, { 'if-match': etag }), 200);
      must(await guest.api('PUT', path, { addedReactions: ['1f680'] }, { 'if-match': etag }), 412);
    });
  });

  describe('listTeamMembersInOrganizationById', () => {
    it('[A85] shows a guest of the team nobody but themselves, even as its owner', async () => {
      const members = `/v1/orgs/${world.organizationId}/teams/${place['teamId']}/members`;
      const { items, count } = must(await guest.api.get(members), 200);
      expect([count, items.map(({ organization }: any) => organization.user.id)]).to.deep.equal([1, [guest.userId]]);
      expect(must(await guest.api.get(`${members}?limit=0`), 200)).to.deep.equal({ items: [], count: 1 });
    });
  });

  describe('updateMembersInOrganizationTeam', () => {
    it('[A85] reveals to a guest who owns the team no address, of members or of others', async () => {
      const members = `/v1/orgs/${world.organizationId}/teams/${place['teamId']}/members`;
      for (const address of [world.admin.email, 'nobody@example.com'])
        must(await guest.api.put(members, { add: [address] }), 403);
      must(await guest.api.put(`${members}/${world.admin.userId}`, {}), 403);
    });
  });

  describe('getContentByUrl', () => {
    it('[A85] shows a guest the author of a change request without the address', async () => {
      const url = encodeURIComponent(
        `${world.instance.publicUrl}/app/spaces/${place['spaceId']}/change-requests/${place['changeRequestId']}`,
      );
      const authorFor = async ({ api }: Person): Promise<any> =>
        must(await api.get(`/v1/urls/content?url=${url}`), 200).changeRequest.createdBy;
      expect((await authorFor(world.admin)).email).to.equal(world.admin.email);
      expect(await authorFor(guest)).to.have.property('displayName');
      expect(await authorFor(guest)).not.to.have.property('email');
    });
  });
});
