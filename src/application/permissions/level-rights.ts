import {
  canAssignLevels,
  canChangeDefaultLevel,
  type DefaultLevel,
  type Level,
} from '../../domain/permissions/level.ts';
import { NotAllowed } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Caller } from '../../ports/permissions.ts';
import type { Reads } from '../kernel/services.ts';

interface Context {
  readonly read: Reads;
  readonly scope: { readonly caller: Pick<Caller, 'userId'> };
}

/** A place that states a default level, and the collection around it. */
interface DefaultLevelSource {
  readonly organizationId: Id;
  readonly parentId: Id | null;
  readonly defaultLevel: DefaultLevel;
}

const levelRefusal = (): NotAllowed => new NotAllowed('you cannot grant, change or revoke a level above your own');

/** Requires that the caller has at least each of the levels that are given or taken. @throws NotAllowed */
export function requireLevels(own: Level | undefined, levels: readonly (DefaultLevel | undefined)[]): void {
  if (!canAssignLevels(own, levels)) throw levelRefusal();
}

/** Default level that holds on a place: its own, or that of the nearest collection that states one. */
async function effectiveDefaultLevel(
  { read, scope }: Context,
  { organizationId, parentId, defaultLevel }: DefaultLevelSource,
): Promise<DefaultLevel> {
  if (defaultLevel !== 'inherit' || parentId === null) return defaultLevel;
  const parent = await read.library.findCollection({ organizationId, userId: scope.caller.userId }, parentId);
  return parent?.access.defaultLevel ?? 'inherit';
}

/**
 * Requires that a caller with the level `own` on a place may change the default level that holds there, be it stated
 * there or around it. @throws NotAllowed where the present or the future one is above it
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
