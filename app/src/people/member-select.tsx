import { useState } from 'preact/hooks';
import {
  listMembersInOrganizationById,
  listTeamsInOrganizationById,
  type Member,
  type Team,
  type User,
} from '../api/operations.ts';
import { loadAll, useQuery, type QueryState } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Select, TextField } from '../ui/fields.tsx';
import { LoadedSelect } from '../ui/loaded-select.tsx';
import { Loaded } from '../ui/notices.tsx';

/** Person or team that gets something. */
export type Grantee = { readonly kind: 'user' | 'team'; readonly id: string };

interface GranteeSelectProps {
  readonly organizationId: string;
  readonly label: string;
  /** Also offers teams. */
  readonly withTeams?: boolean;
  readonly value: Grantee | undefined;
  readonly onChange: (grantee: Grantee) => void;
}

/** Name of a person, with the e-mail address, which tells namesakes apart. */
export const nameWithAddress = ({ displayName, email }: Pick<User, 'displayName' | 'email'>): string =>
  email === undefined ? displayName : `${displayName} (${email})`;

const loadMembers = async (organizationId: string): Promise<readonly Member[]> =>
  loadAll((page) =>
    listMembersInOrganizationById({ path: { organizationId }, query: { limit: 200, ...(page && { page }) } }),
  );
/** Loads all teams of an organization. */
export const loadTeams = async (organizationId: string): Promise<readonly Team[]> =>
  loadAll((page) =>
    listTeamsInOrganizationById({ path: { organizationId }, query: { limit: 200, ...(page && { page }) } }),
  );

/** Choice of a member, or of a team, of an organization. */
export function GranteeSelect({ organizationId, label, withTeams = false, value, onChange }: GranteeSelectProps) {
  const choices = useQuery(`grantees ${organizationId} ${withTeams}`, async () => {
    const [people, teams] = await Promise.all([
      loadMembers(organizationId),
      withTeams ? loadTeams(organizationId) : Promise.resolve([]),
    ]);
    const first = people[0];
    if (value === undefined && first !== undefined) onChange({ kind: 'user', id: first.id });
    return [
      ...people.map(({ id, user }) => ({ value: `user ${id}`, label: nameWithAddress(user) })),
      ...teams.map(({ id, title }) => ({ value: `team ${id}`, label: m.teams.named(title) })),
    ];
  });
  return (
    <LoadedSelect
      of={choices}
      label={label}
      value={value === undefined ? '' : `${value.kind} ${value.id}`}
      onChange={(chosen) => {
        const [kind, id] = chosen.split(' ') as ['user' | 'team', string];
        onChange({ kind, id });
      }}
    />
  );
}

/** Choice that stands for a former member, who is given by the ID. */
const FORMER = 'former';

/** Loads all members of an organization. */
export const useMembers = (organizationId: string): QueryState<readonly Member[]> =>
  useQuery(`members to choose ${organizationId}`, () => loadMembers(organizationId));

export interface UserFilterProps {
  readonly members: QueryState<readonly Member[]>;
  readonly label: string;
  /** ID of the user; empty for all users. */
  readonly value: string;
  readonly onChange: (userId: string) => void;
}

/** Choice of a member of an organization, of a former member by the ID, or of all users. */
export function UserFilter({ members, label, value, onChange }: UserFilterProps) {
  const [typed, setTyped] = useState<string>();
  const choose = (userId: string, isTyped: boolean): void => {
    setTyped(isTyped ? userId : undefined);
    onChange(userId);
  };
  return (
    <Loaded of={members}>
      {(all) => {
        const byId = value === typed || (value !== '' && all.every(({ id }) => id !== value));
        return (
          <>
            <Select
              label={label}
              value={byId ? FORMER : value}
              options={[
                { value: '', label: m.members.anyone },
                ...all.map(({ id, user }) => ({ value: id, label: nameWithAddress(user) })),
                { value: FORMER, label: m.members.former },
              ]}
              onChange={(chosen) => (chosen === FORMER ? choose('', true) : choose(chosen, false))}
            />
            {byId && (
              <TextField
                label={m.members.formerId}
                value={value}
                onInput={(id) => choose(id.trim(), true)}
                autofocus={typed !== undefined}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}
