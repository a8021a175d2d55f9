import {
  canAssignLevels,
  canChangeDefaultLevel,
  type DefaultLevel,
  type Level,
} from '../../domain/permissions/level.ts';
import { NotAllowed } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import type { Caller } from '../../ports/permissions.ts';
import type { Reads } from '../kernel/services.ts';

interface Context {
  readonly read: Reads;
  readonly scope: { readonly caller: Pick<Caller, 'userId'> };
}

/** A space or collection that may state a default level, and its enclosing collection. */
interface DefaultLevelSource {
  readonly organizationId: OrganizationId;
  readonly parentId: Id | null;
  readonly defaultLevel: DefaultLevel;
}

const levelRefusal = (): NotAllowed => new NotAllowed('you cannot grant, change or revoke a level above your own');

/** Requires that the caller has at least each of the levels that are granted or revoked. @throws NotAllowed */
export function requireLevels(own: Level | undefined, levels: readonly (DefaultLevel | undefined)[]): void {
  if (!canAssignLevels(own, levels)) throw levelRefusal();
}

/**
 * Returns the default level in effect on a place: its own, or that of the nearest enclosing collection that states one.
 */
async function effectiveDefaultLevel(
  { read, scope }: Context,
  { organizationId, parentId, defaultLevel }: DefaultLevelSource,
): Promise<DefaultLevel> {
  if (defaultLevel !== 'inherit' || parentId === null) return defaultLevel;
  const parent = await read.spacesOf.findCollection({ organizationId, userId: scope.caller.userId }, parentId);
  return parent?.access.defaultLevel ?? 'inherit';
}

/**
 * Requires that a caller with level `own` on a place may change the default level in effect there, whether the place or
 * an enclosing collection states it. @throws NotAllowed if the present or the new one is higher than `own`
 */
export async function requireDefaultChange(
  context: Context,
  own: Level | undefined,
  before: DefaultLevelSource,
  after: DefaultLevelSource,
): Promise<void> {
  if (before.defaultLevel === after.defaultLevel && before.parentId === after.parentId) return;
  const [held, next] = [await effectiveDefaultLevel(context, before), await effectiveDefaultLevel(context, after)];
  if (!canChangeDefaultLevel(own, held, next)) throw levelRefusal();
}
