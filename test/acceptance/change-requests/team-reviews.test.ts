import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { beforeNextLock } from '../../support/next-work.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('requestReviewersForChangeRequest with teams', (backend) => {
  let own: World;
  before(async () => {
    own = await World.create(await backend.instance());
  });

  it('lists requested teams, shows the request in the inbox of members, and ends with the review or its removal', async () => {
    const { admin, organizationId } = own;
    const reviewer = await own.member('review');
    const space = await own.space();
    const path = `/v1/spaces/${space.id}/change-requests`;
    const { id } = must(await admin.api.post(path, { subject: 'Look' }), 201);
    const team = {
      object: 'team',
      id: must(
        await admin.api.put(`/v1/orgs/${organizationId}/teams`, { title: 'Crew', members: [reviewer.userId] }),
        201,
      ).id,
      title: 'Crew',
    };
    const inbox = async () =>
      must(
        await reviewer.api.get(`/v1/orgs/${organizationId}/change-requests?requestedReviewer=${reviewer.userId}`),
        200,
      ).count;
    const requestedReviewers = async () =>
      must(await reviewer.api.get(`${path}/${id}/requested-reviewers`), 200).items.map((item: any) => [
        item.kind,
        item.user?.id ?? item.team,
        item.requestedBy.id,
      ]);
    expect(await inbox()).to.equal(0);

    const { users } = must(
      await admin.api.post(`${path}/${id}/requested-reviewers`, { teams: [team.id, team.id], users: [admin.userId] }),
      200,
    );
    expect(users.map((item: any) => item.kind)).to.deep.equal(['user', 'team']);
    expect(await requestedReviewers()).to.deep.equal([
      ['user', admin.userId, admin.userId],
      ['team', team, admin.userId],
    ]);
    must(await admin.api.post(`${path}/${id}/requested-reviewers`, { teams: [team.id] }), 200);
    expect(await requestedReviewers(), 'asked once').to.have.lengthOf(2);
    expect(await inbox()).to.equal(1);
    expect(must(await reviewer.api.post(`${path}/${id}/reviews`, { status: 'approved' }), 201).requestedBy.id).to.equal(
      admin.userId,
    );

    must(await admin.api.delete(`${path}/${id}/requested-reviewers/${team.id}`), 205);
    must(await admin.api.delete(`${path}/${id}/requested-reviewers/${team.id}`), 204);
    expect([await requestedReviewers(), await inbox()]).to.deep.equal([[['user', admin.userId, admin.userId]], 0]);
    expect(must(await reviewer.api.post(`${path}/${id}/reviews`, { status: 'approved' }), 201)).not.to.have.property(
      'requestedBy',
    );

    must(await admin.api.post(`${path}/${id}/requested-reviewers`, { teams: [team.id] }), 200);
    must(await admin.api.delete(`/v1/orgs/${organizationId}/teams/${team.id}`), 205);
    expect(await requestedReviewers(), 'a request goes with its team').to.have.lengthOf(1);
  });

  it('asks nobody who leaves, and no team that is deleted, at the same time', async () => {
    const { admin, organizationId, instance } = own;
    const reviewer = await own.member('review');
    const team = must(await admin.api.put(`/v1/orgs/${organizationId}/teams`, { title: 'Brief' }), 201).id;
    const space = await own.space();
    const { id } = must(await admin.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Look' }), 201);
    const path = `/v1/spaces/${space.id}/change-requests/${id}/requested-reviewers`;
    for (const [body, gone] of [
      [{ users: [reviewer.userId] }, `members/${reviewer.userId}`],
      [{ teams: [team] }, `teams/${team}`],
    ] as const) {
      beforeNextLock(instance, admin, () => own.admin.api.delete(`/v1/orgs/${organizationId}/${gone}`));
      must(await admin.api.post(path, body), 404);
    }
    expect(must(await admin.api.get(path), 200).items).to.deep.equal([]);
  });

  it('gives no access, and accepts teams of the organization only', async () => {
    const guest = await own.member(null);
    const theirs = await World.create(own.instance);
    const foreign = must(
      await theirs.admin.api.put(`/v1/orgs/${theirs.organizationId}/teams`, { title: 'Theirs' }),
      201,
    ).id;
    const mine = must(
      await own.admin.api.put(`/v1/orgs/${own.organizationId}/teams`, { title: 'Guests', members: [guest.userId] }),
      201,
    ).id;
    const space = await own.space();
    const path = `/v1/spaces/${space.id}/change-requests`;
    const { id } = must(await own.admin.api.post(path, { subject: 'Look' }), 201);
    for (const team of [foreign, UNKNOWN, 'nonsense'])
      expect(
        must(
          await own.admin.api.post(`${path}/${id}/requested-reviewers`, { users: [own.admin.userId], teams: [team] }),
          404,
        ).error.message,
      ).to.equal('team not found');
    for (const body of [{}, { teams: [] }, { subject: 'S' }])
      must(await own.admin.api.post(`${path}/${id}/requested-reviewers`, body), 400);
    must(await own.admin.api.post(`${path}/${id}/requested-reviewers`, { teams: [mine] }), 200);
    must(await guest.api.get(`${path}/${id}`), 404);
    expect(
      (await guest.api.get(`/v1/orgs/${own.organizationId}/change-requests?requestedReviewer=${guest.userId}`)).body
        .count ?? 0,
    ).to.equal(0);
    expect(must(await own.admin.api.get(`${path}/${id}/requested-reviewers`), 200).count).to.equal(1);
  });
});
