import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { User } from '../../domain/users/user.ts';
import type { PageRequest } from '../../ports/repository.ts';
import { command, query } from '../kernel/use-case.ts';

export const getAuthenticatedUser = query({
  name: 'getAuthenticatedUser',
  requires: 'self:act',
  within: () => 'self' as const,
  run: async ({ read, at }) => (await read.users.get({ id: at.caller.userId })).snapshot(),
});

/** Oneself, and people one shares an organization with; others are as unknown. */
export const getUserById = query({
  name: 'getUserById',
  requires: 'self:act',
  within: (_: { userId: Id }) => 'self' as const,
  async run({ read, at }, { userId }) {
    const { userId: own, operator } = at.caller;
    if (userId !== own && !operator && !(await read.people.shareOrganization(own, userId))) throw new NotFound('user');
    return (await read.users.get({ id: userId })).snapshot();
  },
});

export const createUser = command({
  name: 'createUser',
  requires: 'instance:operate',
  within: (_: { body: { email: string; displayName: string } }) => 'instance' as const,
  async run({ work, ids, now }, { body }) {
    const user = User.create({ id: ids.next(), ...body, at: now });
    await work.users.save(user);
    return user.snapshot();
  },
});

export const listUsers = query({
  name: 'listUsers',
  requires: 'instance:operate',
  within: (_: { page: PageRequest }) => 'instance' as const,
  async run({ read }, { page }) {
    const { items, ...rest } = await read.users.list({}, page);
    return { items: items.map((user) => user.snapshot()), ...rest };
  },
});
