import {
  getAuthenticatedUser,
  getOrganizationsForEmailDomain,
  joinOrganization,
  type Organization,
} from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { Rows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { attempt } from '../ui/toasts.tsx';

/** Loads the organizations that have proven the domain of the user's e-mail address. */
async function loadOrganizationsOfDomain(): Promise<readonly Organization[]> {
  const { email } = await getAuthenticatedUser({});
  const emailDomain = email?.split('@').at(-1);
  if (emailDomain === undefined) return [];
  return (await getOrganizationsForEmailDomain({ path: { emailDomain } })).organizations;
}

/** Organizations that the user can join by the e-mail address; nothing where there are none. */
export function Joinable({ joined }: { readonly joined: readonly Organization[] }) {
  const found = useQuery('organizations of the e-mail domain', loadOrganizationsOfDomain);
  const others = (found.data ?? []).filter(({ id }) => !joined.some((one) => one.id === id));
  const join = async ({ id: organizationId }: Organization): Promise<void> => {
    await joinOrganization({ path: { organizationId } });
    navigate(pathTo('organization', { organizationId }));
  };
  if (others.length === 0) return null;
  return (
    <Section title={m.home.joinable}>
      <Rows items={others} keyOf={({ id }) => id}>
        {(one) => (
          <>
            <RowText title={one.title} />
            <Button onClick={() => attempt(join(one))}>{m.home.join(one.title)}</Button>
          </>
        )}
      </Rows>
    </Section>
  );
}
