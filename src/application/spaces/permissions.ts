import { Grant, onSpace, toUser } from '../../domain/access/grant.ts';
import type { Level, Role } from '../../domain/access/level.ts';
import { allows } from '../../domain/access/policy.ts';
import { Forbidden, NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { PageRequest } from '../../ports/repository.ts';
import { command, query, type AtSpace, type CommandContext } from '../kernel/use-case.ts';

type InSpace = { readonly spaceId: Id };
const inSpace = ({ spaceId }: InSpace) => ({ space: spaceId });

/** Nobody gives more than they have. @throws Forbidden */
function requireOwn({ level, caller }: AtSpace, given: Level): void {
  const permission = given === 'admin' ? 'organization:admin' : 'space:grant';
  if (!allows(permission, { level, member: true, operator: caller.operator })) throw new Forbidden(permission);
}

async function give({ work, ids, at }: CommandContext<{ space: Id }>, userId: Id, level: Level): Promise<void> {
  const { organizationId, space } = at;
  // A stranger to the organization and an unknown user are alike.
  if ((await work.members.find({ organizationId, userId })) === undefined) throw new NotFound('user');
  const known = await work.grants.find({ spaceId: space.state.id, userId });
  known?.change(level);
  await work.grants.save(known ?? Grant.give({ id: ids.next(), organizationId, place: onSpace(space.state.id), holder: toUser(userId), level }));
}

/** @returns whether there was a permission to withdraw */
async function withdraw({ work, at }: CommandContext<{ space: Id }>, userId: Id): Promise<boolean> {
  const grant = await work.grants.find({ spaceId: at.space.state.id, userId });
  if (grant === undefined) return false;
  grant.withdraw();
  await work.grants.delete(grant);
  return true;
}

/** Gives members a level on the space; `null` withdraws what was given. */
export const inviteToSpace = command({
  name: 'inviteToSpace',
  requires: 'space:grant',
  within: inSpace as (input: InSpace & { body: { role: Role; users: readonly Id[] } }) => { space: Id },
  async run(context, { body: { role, users } }) {
    if (role !== null) requireOwn(context.at, role);
    for (const userId of new Set(users)) {
      if (role === null) await withdraw(context, userId);
      else await give(context, userId, role);
    }
  },
});

export const updateUserPermission = command({
  name: 'updateUserPermissionInSpace',
  requires: 'space:grant',
  within: inSpace as (input: InSpace & { userId: Id; body: { role: Level } }) => { space: Id },
  async run(context, { userId, body: { role } }) {
    requireOwn(context.at, role);
    await give(context, userId, role);
  },
});

export const removeUserFromSpace = command({
  name: 'removeUserFromSpace',
  requires: 'space:grant',
  within: inSpace as (input: InSpace & { userId: Id }) => { space: Id },
  run: (context, { userId }) => withdraw(context, userId),
});

export const listUserPermissions = query({
  name: 'listUserPermissionsInSpace',
  requires: 'space:grant',
  within: inSpace as (input: InSpace & { page: PageRequest }) => { space: Id },
  run: ({ read }, { spaceId, page }) => read.people.grantsOn(spaceId, page),
});
