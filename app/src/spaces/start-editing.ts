import { createChangeRequest, type Page, type Space } from '../api/operations.ts';
import { pathTo } from '../navigation/paths.ts';
import { editHref } from './content-place.ts';

/** Creates a change request and returns its address, or that of the editor of a page in it. */
export async function startEditing(space: Space, subject: string, page?: Page): Promise<string> {
  const { id } = await createChangeRequest({ path: { spaceId: space.id }, body: { subject } });
  return page === undefined
    ? pathTo('changeRequest', { spaceId: space.id, changeRequestId: id })
    : editHref({ spaceId: space.id, changeRequest: id }, page.id);
}
