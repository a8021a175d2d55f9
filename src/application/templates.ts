import { ChangeRequest } from '../domain/change-requests/change-request.ts';
import { Conflict, Invalid, NotFound } from '../domain/kernel/errors.ts';
import type { Id } from '../domain/kernel/id.ts';
import { encodeUtf8 } from '../domain/content/objects/json.ts';
import type { Page, PageRequest } from '../ports/kernel/repository.ts';
import type { ImportPlan, PlannedPage } from '../ports/git/repository-format.ts';
import type { Template } from '../ports/templates.ts';
import { findChangeRequest, inSpaceOrChangeRequest } from './change-requests/find-change-request.ts';
import { addPagesToChangeRequest, addPagesToSpace } from './content/add-pages.ts';
import { runToCompletion } from '../domain/kernel/pausable.ts';
import { resolveBatchLinks } from './content/batch-links.ts';

import type { PlannedChange } from './content/plan-changes.ts';
import type { Services } from './kernel/services.ts';
import { command, query } from './kernel/use-case.ts';
import { type InSpace, onSelf } from './kernel/scope.ts';

type Dependencies = Pick<Services, 'templates' | 'gitFormat' | 'ids'>;

/** A template with an outline of its pages. */
export interface TemplateView extends Pick<Template, 'id' | 'title' | 'description'> {
  /** Parents before their children, siblings in order; `level` counts from 0. */
  readonly pages: readonly { readonly title: string; readonly level: number }[];
}

/** Lists the page templates of the instance, with the titles of their pages. */
export const listTemplates = query<{ readonly page: PageRequest }>()({
  name: 'listTemplates',
  requires: 'self:within',
  scope: onSelf,
  needs: ['templates', 'gitFormat'],
  async run({ templates, gitFormat }, { page: { limit, after } }): Promise<Page<TemplateView>> {
    const all = templates.all();
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const items = await Promise.all(
      all
        .slice(from, from + limit)
        .map(async (template) => templateView(template, await gitFormat.read(template.files))),
    );
    const last = items.at(-1);
    return { items, count: all.length, ...(last !== undefined && from + limit < all.length && { next: last.id }) };
  },
});

interface TemplateInput {
  readonly id: string;
  /** Change request to add the pages to, by ID or number; the primary content without one. */
  readonly changeRequestId?: string | undefined;
}

/**
 * Adds the pages of a template to the primary content of a space or to a change request, after the existing pages, as
 * one revision. Fails with `Conflict` when the space accepts change requests only, or when the change request is
 * neither a draft nor open.
 */
export const applyTemplateToSpace = command<InSpace & { readonly body: TemplateInput; readonly ifMatch?: Id }>()({
  name: 'applyTemplateToSpace',
  requires: 'space:edit',
  scope: ({ spaceId, body: { changeRequestId } }) => inSpaceOrChangeRequest({ spaceId, changeRequestId }),
  needs: ['ids', 'templates', 'gitFormat', 'content', 'blocks', 'slugify'],

  async prepare(context, { spaceId, body: { id, changeRequestId } }): Promise<readonly PlannedChange[]> {
    if (changeRequestId !== undefined)
      ChangeRequest.restore((await findChangeRequest(context, { spaceId, changeRequestId })).state).requireEditable();
    else if (context.scope.space.state.editMode === 'locked')
      throw new Conflict('the content of this space is locked; add the template to a change request');
    return templateChanges(context, id);
  },

  run: (context, { body: { changeRequestId }, ...input }, changes): Promise<Id> =>
    changeRequestId === undefined
      ? addPagesToSpace(context, input, changes)
      : addPagesToChangeRequest(context, { ...input, changeRequestId }, changes),
});

/** Builds the changes that add the pages of a template to a content. @throws NotFound */
export async function templateChanges(
  { templates, gitFormat, ids }: Dependencies,
  id: string,
): Promise<readonly PlannedChange[]> {
  const template = templates.all().find((one) => one.id === id);
  if (template === undefined) throw new NotFound('template', id);
  const { pages } = await gitFormat.read(template.files);
  const idOf = new Map(pages.map(({ key }): [string, Id] => [key, ids.next()]));
  const idAt = new Map(
    pages.flatMap((page) =>
      page.type === 'document' && page.path !== null ? [[page.path, idOf.get(page.key)!] as const] : [],
    ),
  );
  return pages.map((page) => changeOf(page, idOf, (path) => idAt.get(path)));
}

function changeOf(
  page: PlannedPage,
  idOf: ReadonlyMap<string, Id>,
  idAt: (path: string) => Id | undefined,
): PlannedChange {
  const { key, type, parent, title } = page;
  const place = {
    operation: 'insert_page' as const,
    id: idOf.get(key)!,
    type,
    into: parent === null ? null : idOf.get(parent)!,
    title,
  };
  if (page.type === 'link' || page.type === 'computed')
    throw Invalid.field('id', `this template contains a ${type} page, which templates do not support`);
  if (page.type === 'group') return { ...place, preferredSlug: page.slug };
  const { description, icon, emoji } = page.fields;
  const linked = resolveBatchLinks(Buffer.from(page.markdown).toString('utf8'), (ref) => {
    const target = idAt(ref);
    return target === undefined ? undefined : `/pages/${target}`;
  });
  const markdown = runToCompletion(linked);
  return {
    ...place,
    preferredSlug: page.slug,
    ...(description && { description }),
    ...(icon && { icon }),
    ...(emoji && { emoji }),
    document: encodeUtf8(markdown),
  };
}

function templateView({ id, title, description }: Template, { pages }: ImportPlan): TemplateView {
  const levels = new Map<string, number>();
  const shown = pages.map(({ key, parent, title: name }) => {
    const level = parent === null ? 0 : levels.get(parent)! + 1;
    levels.set(key, level);
    return { title: name, level };
  });
  return { id, title, description, pages: shown };
}
