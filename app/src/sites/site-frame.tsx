import type { ComponentChildren } from 'preact';
import { getSiteById, publishSite, unpublishSite, type Site } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { useLastKnown } from '../frame/last-known.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { Empty, ErrorNotice, Loaded } from '../ui/notices.tsx';
import { Badge, Tabs } from '../ui/parts.tsx';
import { announce } from '../ui/toasts.tsx';
import { SiteLink } from './site-link.tsx';
import { forgetSites } from './site-of-space.ts';
import { siteParts, type SitePart } from './site-parts.ts';

export interface SitePath {
  readonly organizationId: string;
  readonly siteId: string;
}

export interface SiteFrameProps {
  readonly parameters: Parameters;
  readonly part: SitePart;
  readonly children: (of: {
    readonly site: Site;
    readonly path: SitePath;
    /** Replaces the site by what a write has answered. */
    readonly onChange: (site: Site) => void;
  }) => ComponentChildren;
}

/** Frame of the screens of a site: its title, its state, and links to its parts. */
export function SiteFrame({ parameters, part, children }: SiteFrameProps) {
  const path = { organizationId: parameters['organizationId']!, siteId: parameters['siteId']! };
  const site = useQuery(`site ${path.siteId}`, () => getSiteById({ path }));
  const known = useLastKnown(site);
  const publication = useAction(async (isPublished: boolean) => {
    const title = site.data?.title ?? '';
    await (isPublished ? unpublishSite : publishSite)({ path });
    forgetSites();
    announce(isPublished ? m.sites.withdrawn(title) : m.sites.publishedNow(title));
    site.reload();
  });
  return (
    <OrganizationFrame
      organizationId={path.organizationId}
      part="sites"
      title={known?.title ?? m.sites.one}
      screen={part === 'site' ? undefined : m.sites.partNames[part]}
      actions={() =>
        known && (
          <>
            <Badge kind={known.published ? 'open' : ''}>
              {known.published ? m.sites.isPublished : m.sites.isDraft}
            </Badge>
            {known.urls.published && <SiteLink href={known.urls.published} />}
            {known.permissions.edit && (
              <Button
                kind={known.published ? 'plain' : 'primary'}
                busy={publication.isRunning}
                onClick={() => site.data && void publication.run(site.data.published)}
              >
                {known.published ? m.sites.withdraw : m.sites.publish}
              </Button>
            )}
          </>
        )
      }
    >
      {() => (
        <>
          {known && (
            <Tabs
              label={m.sites.parts}
              items={siteParts(known).map((name) => ({
                label: m.sites.partNames[name],
                href: pathTo(name, { ...path }),
                isCurrent: name === part,
              }))}
            />
          )}
          <ErrorNotice error={publication.error} />
          <Loaded of={site}>
            {(shown) =>
              siteParts(shown).includes(part) ? (
                children({ site: shown, path, onChange: site.set })
              ) : (
                <Empty title={m.sites.forbidden} />
              )
            }
          </Loaded>
        </>
      )}
    </OrganizationFrame>
  );
}
