import type { Member } from '../api/operations.ts';
import { m } from '../messages/messages.ts';

/** Role of a member; null for a guest. */
export type Role = Member['role'];
export type Level = Exclude<Role, null>;

const LEVELS = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const satisfies readonly Level[];

/** Levels on content, for choices. */
export const levelOptions = LEVELS.map((value) => ({ value, label: m.levels[value] }));
/** Roles in an organization, for choices. */
export const roleOptions = (['guest', ...LEVELS] as const).map((value) => ({ value, label: m.roles[value] }));

/** Returns the role of a choice. */
export const roleOf = (value: string): Role => (value === 'guest' ? null : (value as Level));
/** Returns the choice of a role. */
export const roleValue = (role: Role): keyof typeof m.roles => role ?? 'guest';
