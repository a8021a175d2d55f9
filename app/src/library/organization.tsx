import { listChangeRequestsForOrganization, type ChangeRequest, type Space } from '../api/operations.ts';
import { userId } from '../api/session.ts';
import { useQuery } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Loaded } from '../ui/notices.tsx';
import { Time, Titled } from '../ui/parts.tsx';
import { Rows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { LibraryActions } from './library-actions.tsx';
import { LibraryContent } from './library-content.tsx';
import { arrange, loadLibrary, type Library } from './library-data.ts';

const MAX_RECENT = 8;

/** Library of an organization, with what waits for the user. */
export function OrganizationScreen({ organizationId }: Parameters) {
  const library = useQuery(`library ${organizationId}`, () => loadLibrary(organizationId!));
  return (
    <OrganizationFrame
      organizationId={organizationId!}
      part="organization"
      actions={(organization) => (
        <LibraryActions
          organization={organization}
          mayCreate={organization.permissions.createContent}
          onChange={library.reload}
        />
      )}
    >
      {(organization) => (
        <div class="columns">
          <Section title={m.library.spaces}>
            <Loaded of={library}>
              {(content) => (
                <LibraryContent
                  node={arrange(content)}
                  mayTransfer={organization.permissions.admin}
                  mayCreate={organization.permissions.createContent}
                  onChange={library.reload}
                />
              )}
            </Loaded>
          </Section>
          <div>
            <Waiting organizationId={organization.id} />
            {library.data && <Recent library={library.data} />}
          </div>
        </div>
      )}
    </OrganizationFrame>
  );
}

/** Change requests of the user, and those whose review the user was asked for. */
function Waiting({ organizationId }: { readonly organizationId: string }) {
  const path = { organizationId };
  const waiting = useQuery(`waiting ${organizationId}`, async () => {
    const id = userId.value!;
    const status = ['draft', 'open'] as const;
    const [mine, toReview] = await Promise.all([
      listChangeRequestsForOrganization({ path, query: { creator: id, status, limit: MAX_RECENT } }),
      listChangeRequestsForOrganization({
        path,
        query: { requestedReviewer: id, status: ['open'], limit: MAX_RECENT },
      }),
    ]);
    return { mine, toReview };
  });
  return (
    <Loaded of={waiting}>
      {({ mine, toReview }) => (
        <>
          {toReview.items.length > 0 && (
            <Section title={m.library.waitingForReview}>
              <RequestRows items={toReview.items} />
            </Section>
          )}
          <Section title={m.library.myRequests}>
            {mine.items.length === 0 ? <p class="soft">{m.library.noRequests}</p> : <RequestRows items={mine.items} />}
          </Section>
        </>
      )}
    </Loaded>
  );
}

const RequestRows = ({ items }: { readonly items: readonly ChangeRequest[] }) => (
  <Rows items={items} keyOf={({ id }) => id}>
    {({ id, space, subject, number, updatedAt }) => (
      <RowText
        title={subject || m.requests.untitled(number)}
        href={pathTo('changeRequest', { spaceId: space, changeRequestId: id })}
      >
        #{number} · <Time at={updatedAt} />
      </RowText>
    )}
  </Rows>
);

/** Spaces that have changed last. */
function Recent({ library }: { readonly library: Library }) {
  const recent = [...library.spaces]
    .sort((a: Space, b: Space) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, MAX_RECENT);
  if (recent.length === 0) return null;
  return (
    <Section title={m.library.recent}>
      <Rows items={recent} keyOf={({ id }) => id}>
        {({ id, emoji, title, updatedAt }) => (
          <>
            <RowText
              title={<Titled emoji={emoji} title={title || m.common.untitled} />}
              href={pathTo('space', { spaceId: id })}
            />
            <span class="soft">
              <Time at={updatedAt} />
            </span>
          </>
        )}
      </Rows>
    </Section>
  );
}
