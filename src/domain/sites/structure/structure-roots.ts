import type { Id } from '../../kernel/id.ts';
import { withoutDrafts, type StructureView } from './structure-view.ts';

/**
 * Returns the paths of the spaces that everybody sees: those without a condition of their own or of their section, and
 * without drafts.
 */
export function unconditionalSpaceRoots(structure: StructureView): ReadonlyMap<Id, string> {
  const view = withoutDrafts(structure);
  const roots = spaceRoots(view);
  const conditioned = new Set<Id | null>(
    view.sections.filter(({ section }) => section.condition !== null).map(({ section }) => section.id),
  );
  return new Map(
    view.spaces
      .filter(({ condition, sectionId }) => condition === null && !conditioned.has(sectionId))
      .map(({ id }) => [id, roots.get(id)!]),
  );
}

/**
 * Returns the path within the site of every visible space: `section/variant`, where defaults are omitted, so that the
 * site's default space has the empty path. A variant of the default section whose path equals that of a section keeps
 * its section in the path.
 */
export function spaceRoots({ spaces, sections }: Pick<StructureView, 'spaces' | 'sections'>): ReadonlyMap<Id, string> {
  if (sections.length === 0) return new Map(spaces.map(({ id, isDefault, path }) => [id, isDefault ? '' : path]));
  const taken = new Set(
    sections.filter(({ section }) => !section.isDefault).map(({ section }) => section.path.toLowerCase()),
  );
  return new Map(
    sections.flatMap(({ section, spaces: variants }) =>
      variants.map(({ id, isDefault, path }): [Id, string] => {
        if (isDefault) return [id, section.isDefault ? '' : section.path];
        return [id, section.isDefault && !taken.has(path.toLowerCase()) ? path : `${section.path}/${path}`];
      }),
    ),
  );
}
