import { levelOf } from '../../domain/access/standing.ts';
import { reaches, type Level } from '../../domain/access/level.ts';
import { Forbidden, NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { CommandContext } from '../kernel/use-case.ts';

/**
 * Whether the caller may create something in `parent` (null: at the organization's root), and the level held there.
 * The parent is a second id of the request, so it is authorized like the first: unknown, foreign and invisible are alike.
 * @throws NotFound, Forbidden
 */
export async function requireCollection(
  { read, at }: CommandContext<{ organization: Id }>,
  organizationId: Id,
  parent: Id | null,
  atRoot: Level | undefined,
): Promise<Level | undefined> {
  if (parent === null) {
    if (!reaches(atRoot, 'create')) throw new Forbidden('organization:create-content');
    return atRoot;
  }
  const found = await read.library.collectionFor({ organizationId, userId: at.caller.userId }, parent);
  const level = found && levelOf(found.standing);
  if (level === undefined) throw new NotFound('parent');
  if (!reaches(level, 'create')) throw new Forbidden('collection:create');
  return level;
}
