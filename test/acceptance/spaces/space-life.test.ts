import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { DAY_MS, TimeTravel } from '../../support/time-travel.ts';
import { must, World } from '../../support/world.ts';

const WEEK = 7 * DAY_MS;

onEveryBackend('deletion of spaces', (backend) => {
  let time: TimeTravel;
  let world: World;
  before(async () => {
    time = await TimeTravel.start(backend);
    world = await World.create(time.instance);
  });
  const remove = async (id: string) => must(await world.admin.api.delete(`/v1/spaces/${id}`), 205);
  const restore = (id: string) => world.admin.api.post(`/v1/spaces/${id}/restore`);
  const listed = async (api = world.admin.api) =>
    must(await api.get(`/v1/orgs/${world.organizationId}/spaces?limit=1000`), 200);
  const write = async (space: any, title: string, markdown: string) =>
    must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title, document: { markdown } }],
      }),
      200,
    ).changes[0].page.id as string;

  describe('listSpacesInOrganizationById', () => {
    it('lists the deleted spaces that the caller may restore, instead of the others, with `deleted`', async () => {
      const [kept, gone] = [await world.space({ title: 'Kept' }), await world.space({ title: 'Gone' })];
      await remove(gone.id);
      const trash = async (api = world.admin.api) => {
        const { items, count } = must(
          await api.get(`/v1/orgs/${world.organizationId}/spaces?deleted=true&limit=1000`),
          200,
        );
        expect(count).to.equal(items.length);
        return items.map(({ id }: { id: string }) => id);
      };
      expect(await trash())
        .to.include(gone.id)
        .and.not.include(kept.id);
      expect((await listed()).items.map(({ id }: { id: string }) => id))
        .to.include(kept.id)
        .and.not.include(gone.id);
      expect(await trash((await world.member('create')).api)).to.include(gone.id);
      for (const role of ['edit', 'read', null] as const)
        expect(await trash((await world.member(role)).api)).to.deep.equal([]);
      must(await restore(gone.id), 200);
      expect(await trash()).not.to.include(gone.id);
    });
  });

  describe('restoreSpace', () => {
    it('restores a deleted space to what it was, through the official client', async () => {
      const { client } = world.admin;
      const space = await world.space({ title: 'There and back', emoji: '📘' });
      expect((await client.spaces.deleteSpaceById(space.id)).status).to.equal(205);
      const { data: back, status } = await client.spaces.restoreSpace(space.id);
      expect(status).to.equal(200);
      expect(back).to.deep.equal({ ...space, updatedAt: back.updatedAt });
      expect((await client.spaces.getSpaceById(space.id)).data).to.deep.equal(back);
    });

    it('restores a space until exactly seven days after its first deletion', async () => {
      const [kept, lost] = [await world.space(), await world.space()];
      const at = time.now;
      for (const { id } of [kept, lost]) await remove(id);
      time.to(at, WEEK);
      for (const { id } of [kept, lost]) {
        must(await world.admin.api.delete(`/v1/spaces/${id}`), 204);
        expect(must(await world.admin.api.get(`/v1/spaces/${id}`), 200).deletedAt).to.equal(at);
      }
      expect(must(await restore(kept.id), 200)).to.not.have.property('deletedAt');
      time.to(at, WEEK + 1);
      must(await restore(lost.id), 404);
      must(await world.admin.api.get(`/v1/spaces/${lost.id}`), 404);
      must(await world.admin.api.delete(`/v1/spaces/${lost.id}`), 204);
      must(await world.admin.api.get(`/v1/spaces/${kept.id}`), 200);
      await time.run('purge-space', { organizationId: world.organizationId, spaceId: lost.id, deletedAt: at });
      must(await restore(lost.id), 404);
    });

    it('restores a space into the nearest remaining collection when its own has been deleted, else at the root', async () => {
      const { api } = world.admin;
      const collections: string[] = [];
      for (const title of ['Outer', 'Middle', 'Inner'])
        collections.push(
          must(
            await api.post(`/v1/orgs/${world.organizationId}/collections`, {
              title,
              ...(collections.length > 0 && { parent: collections.at(-1) }),
            }),
            201,
          ).id,
        );
      const [outer, middle, inner] = collections;
      const space = await world.space({ parent: inner });
      must(await api.patch(`/v1/spaces/${space.id}`, { visibility: 'in-collection' }), 200);
      const gone = async (id: string) =>
        expect((await api.delete(`/v1/collections/${id}`)).status).to.be.oneOf([204, 205]);
      await remove(space.id);
      await gone(inner!);
      await gone(middle!);
      expect(must(await restore(space.id), 200)).to.include({ parent: outer, visibility: 'in-collection' });
      await remove(space.id);
      await gone(outer!);
      expect(must(await restore(space.id), 200))
        .to.include({ visibility: 'private' })
        .and.to.not.have.property('parent');
    });

    it('answers 409 for a space that is not deleted', async () => {
      const space = await world.space();
      const refused = must(await restore(space.id), 409);
      expect(refused.error.message).to.equal('the space is not deleted');
      must(await (await world.member('review')).api.post(`/v1/spaces/${space.id}/restore`), 403);
    });

    it('restores once and deletes once when several callers ask at the same time', async () => {
      const space = await world.space();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => world.admin.api.delete(`/v1/spaces/${space.id}`)),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 204, 204, 204, 205]);
      const statuses = (await Promise.all(Array.from({ length: 5 }, () => restore(space.id))))
        .map(({ status }) => status)
        .sort();
      expect(statuses).to.deep.equal([200, 409, 409, 409, 409]);
      const { items } = must(
        await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?target=${space.id}`),
        200,
      );
      expect(items.map(({ action }: any) => action).sort()).to.deep.equal([
        'space.created',
        'space.deleted',
        'space.restored',
      ]);
    });
  });

  describe('getSpaceById', () => {
    it('tells the time of deletion to those who could restore the space, and is 404 for everybody else', async () => {
      const space = await world.space();
      const [creator, reviewer, guest] = [
        await world.member('create'),
        await world.member('review'),
        await world.member(null),
      ];
      await remove(space.id);
      for (const { api } of [world.admin, creator]) {
        const seen = must(await api.get(`/v1/spaces/${space.id}`), 200);
        expect(seen).to.deep.equal({ ...space, deletedAt: time.now, permissions: seen.permissions });
      }
      for (const { api } of [reviewer, guest, await world.stranger()]) {
        must(await api.get(`/v1/spaces/${space.id}`), 404);
        must(await api.delete(`/v1/spaces/${space.id}`), 204);
        must(await api.post(`/v1/spaces/${space.id}/restore`), 404);
      }
      must(await world.operator.get(`/v1/spaces/${space.id}`), 404);
    });
  });

  describe('deleteSpaceById', () => {
    it('removes the space from every list and every count', async () => {
      const collection = must(
        await world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Collection' }),
        201,
      );
      const space = await world.space({ title: 'Inside', parent: collection.id });
      const member = await world.member('read');
      must(
        await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'edit', users: [member.userId] }),
        204,
      );
      const inOrganization = `/v1/orgs/${world.organizationId}`;
      const numbers = async () => [
        (await listed()).count,
        must(await world.admin.api.get(`/v1/collections/${collection.id}/spaces`), 200).count,
        must(await world.admin.api.get(`${inOrganization}/members/${member.userId}/spaces`), 200).count,
        must(await world.admin.api.get(`${inOrganization}/members/${member.userId}`), 200).spaces,
      ];
      const before = await numbers();
      await remove(space.id);
      expect(await numbers()).to.deep.equal(before.map((count) => count - 1));
      expect((await listed()).items.map(({ id }: any) => id)).not.to.include(space.id);
      must(await restore(space.id), 200);
      expect(await numbers()).to.deep.equal(before);
    });

    it('removes the space from searches and sites, and its change requests from the inbox', async () => {
      const word = `w${randomBytes(6).toString('hex')}`;
      const space = await world.space({ title: 'Published' });
      await write(space, 'Page', `The word ${word}`);
      must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: word }), 201);
      const sites = `/v1/orgs/${world.organizationId}/sites`;
      const site = must(
        await world.admin.api.post(sites, { title: 'Site', visibility: 'public', spaces: [space.id] }),
        201,
      );
      const { urls } = must(await world.admin.api.post(`${sites}/${site.id}/publish`), 200);
      const found = async () => [
        must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/search?query=${word}`), 200).count,
        must(await world.admin.api.get(`${sites}/${site.id}/site-spaces`), 200).count,
        must(await world.admin.api.get(`${sites}/${site.id}`), 200).siteSpaces,
        must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/change-requests?space=${space.id}`), 200)
          .count,
        (await fetch(`${urls.published}page`)).status,
      ];
      expect(await found()).to.deep.equal([1, 1, 1, 1, 200]);
      await remove(space.id);
      expect(await found()).to.deep.equal([0, 0, 0, 0, 404]);
      const refused = must(await world.admin.api.post(`${sites}/${site.id}/site-spaces`, { spaceId: space.id }), 404);
      expect(refused.error.message).to.match(/space not found/);
      must(await restore(space.id), 200);
      expect(await found()).to.deep.equal([1, 1, 1, 1, 200]);
    });

    it('[A13] refuses every read and change of what is below a deleted space, whatever is named', async () => {
      const space = await world.space();
      const page = await write(space, 'Page', 'Words');
      const at = `/v1/spaces/${space.id}`;
      const file = must(
        await world.admin.api.post(`${at}/content`, {
          changes: [
            { operation: 'insert_files', files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }] },
          ],
        }),
        200,
      ).insertedFiles[0];
      const changeRequest = must(await world.admin.api.post(`${at}/change-requests`, { subject: 'Later' }), 201);
      const comment = must(await world.admin.api.post(`${at}/comments`, { body: { markdown: 'Words' } }), 200);
      const { revision } = must(await world.admin.api.get(at), 200);
      const pdf = must(await world.admin.api.get(`${at}/pdf`), 200).url;
      await remove(space.id);
      for (const path of [
        '/content',
        '/content/pages',
        `/content/page/${page}`,
        '/content/files',
        `/content/files/${file.id}`,
        '/search?query=words',
        '/change-requests',
        `/change-requests/${changeRequest.id}`,
        `/change-requests/${changeRequest.number}`,
        '/comments',
        `/comments/${comment.id}`,
        '/permissions/users',
        '/permissions/aggregate',
        '/revisions',
        `/revisions/${revision}`,
        '/git/info',
        '/pdf',
        '/links',
        `/content/page/${page}/backlinks`,
      ])
        must(await world.admin.api.get(at + path), 404);
      must(await world.admin.api.patch(at, { title: 'No' }), 404);
      for (const [path, body] of [
        ['/content', { changes: [{ operation: 'insert_page', title: 'No', document: { markdown: 'x' } }] }],
        ['/change-requests', { subject: 'No' }],
        [`/change-requests/${changeRequest.id}/merge`, undefined],
        ['/comments', { body: { markdown: 'No' } }],
        [`/revisions/${revision}/restore`, undefined],
        ['/permissions', { role: 'read', users: [world.admin.userId] }],
      ] as const)
        must(await world.admin.api.post(at + path, body), 404);
      must(await world.admin.api.put(`${at}/comments/${comment.id}`, { resolved: true }), 404);
      for (const url of [file.downloadURL, pdf]) expect((await fetch(url)).status, url).to.equal(404);

      must(await restore(space.id), 200);
      expect(must(await world.admin.api.get(at), 200)).to.include({ revision, comments: 1, changeRequests: 1 });
      expect((await fetch(file.downloadURL)).status).to.equal(200);
      must(await world.admin.api.post(`${at}/change-requests/${changeRequest.id}/merge`), 200);
    });

    it('removes links to the space from published pages of other spaces', async () => {
      const { api } = world.admin;
      const sites = `/v1/orgs/${world.organizationId}/sites`;
      const publish = async (spaces: readonly string[]): Promise<string> => {
        const { id } = must(await api.post(sites, { title: 'Site', visibility: 'public', spaces }), 201);
        return must(await api.post(`${sites}/${id}/publish`), 200).urls.published;
      };
      const [target, source] = [await world.space({ title: 'Target' }), await world.space({ title: 'Source' })];
      const page = await write(target, 'There', 'words');
      await write(target, 'Other', 'words');
      await write(source, 'Home', `[over there](/spaces/${target.id}/pages/${page})`);
      const [home] = [await publish([source.id]), await publish([target.id])];
      const isLink = async () => {
        const answer = await fetch(home);
        expect(answer.status).to.equal(200);
        return /<a [^>]*>(?:<[^>]*>)*over there</.test(await answer.text());
      };
      expect(await isLink()).to.equal(true);
      await remove(target.id);
      expect(await isLink()).to.equal(false);
      must(await restore(target.id), 200);
      expect(await isLink()).to.equal(true);
    });
  });

  describe('joinOrganizationWithInvite', () => {
    it('lets nobody into a deleted space by an invite to it', async () => {
      const space = await world.space();
      const invites = `/v1/orgs/${world.organizationId}`;
      const { id } = must(
        await world.admin.api.post(`${invites}/link-invites`, { level: 'edit', space: space.id }),
        201,
      );
      const guest = await world.stranger();
      await remove(space.id);
      must(await guest.api.post(`${invites}/invites/${id}`), 404);
      must(await restore(space.id), 200);
      must(await guest.api.post(`${invites}/invites/${id}`), 200);
      expect(must(await guest.api.get(`/v1/spaces/${space.id}`), 200).permissions).to.include({ edit: true });
    });
  });

  describe('mergeChangeRequest', () => {
    it('keeps each merge that was confirmed, and none that was refused, when the space is deleted at the same time', async () => {
      for (let i = 0; i < 4; i++) {
        const space = await world.space();
        const at = `/v1/spaces/${space.id}`;
        const { id } = must(await world.admin.api.post(`${at}/change-requests`, { subject: 'Now' }), 201);
        must(
          await world.admin.api.post(`${at}/change-requests/${id}/content`, {
            changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'x' } }],
          }),
          200,
        );
        const [deleted, merged] = await Promise.all([
          world.admin.api.delete(at),
          world.admin.api.post(`${at}/change-requests/${id}/merge`),
        ]);
        must(deleted, 205);
        expect(merged.status).to.be.oneOf([200, 404]);
        must(await restore(space.id), 200);
        expect(must(await world.admin.api.get(`${at}/content/pages`), 200).pages.length).to.equal(
          merged.status === 200 ? 1 : 0,
        );
        expect(must(await world.admin.api.get(`${at}/change-requests/${id}`), 200).status).to.equal(
          merged.status === 200 ? 'merged' : 'open',
        );
      }
    });
  });
});
