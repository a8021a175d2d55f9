import { must, type World } from '../world.ts';

/** IDs of a site and of its space, and the path of the site in the API. */
export interface SiteWithSpace {
  readonly siteId: string;
  readonly path: string;
  readonly spaceId: string;
}

/** Creates a site with a space of one page, by the API. */
export async function siteWithSpace(world: World, title: string): Promise<SiteWithSpace> {
  const space = await world.space({ title: `${title} guide` });
  const insert = { operation: 'insert_page', title: 'Start', document: { markdown: 'Welcome.' } };
  must(await world.admin.api.post(`/v1/spaces/${space.id}/content`, { changes: [insert] }), 200);
  const base = `/v1/orgs/${world.organizationId}/sites`;
  const site = must(await world.admin.api.post(base, { title }), 201);
  must(await world.admin.api.post(`${base}/${site.id}/site-spaces`, { spaceId: space.id }), 201);
  return { siteId: site.id, path: `${base}/${site.id}`, spaceId: space.id };
}
