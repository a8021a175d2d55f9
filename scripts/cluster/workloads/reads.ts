import { require, type Workload, type WorkloadContext } from './workload.ts';
import type { SharedPages } from './shared-pages.ts';

/** Reads lists, pages, searches and the published site. */
export class Reads implements Workload {
  constructor(
    private readonly context: WorkloadContext,
    private readonly shared: SharedPages,
  ) {}

  async step(): Promise<void> {
    const { client, reader, random, organizationId } = this.context;
    const { spaceId, pages, site } = this.shared;
    const page = random.one(pages)!;
    const path = random.one([
      `/v1/orgs/${organizationId}/spaces`,
      `/v1/orgs/${organizationId}/search?query=shared`,
      `/v1/spaces/${spaceId}/search?query=words`,
      `/v1/spaces/${spaceId}/content/page/${page.id}?format=document`,
      `/v1/spaces/${spaceId}/content/page/${page.id}/links`,
      `/v1/spaces/${spaceId}/revisions`,
      `/v1/orgs/${organizationId}/audit-events`,
    ])!;
    require(path, await client.get(path), 200);
    require('a published page', await reader.get(`${site}/${page.path}`), 200);
  }

  async check(): Promise<string[]> {
    return [];
  }
}
