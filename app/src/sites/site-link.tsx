import { m } from '../messages/messages.ts';
import { LinkButton } from '../ui/button.tsx';

/**
 * Link to a published site. Browsers show pages of sites that they loaded in the last minute without asking again; the
 * link makes them ask, so that writers see what they have just saved.
 */
export const SiteLink = ({ href, kind = 'plain' }: { readonly href: string; readonly kind?: 'primary' | 'plain' }) => (
  <LinkButton
    kind={kind}
    icon="site"
    href={href}
    onClick={(event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (new URL(href, location.href).origin !== location.origin) return;
      event.preventDefault();
      void fetch(href, { cache: 'reload' })
        .catch(() => {})
        .then(() => location.assign(href));
    }}
  >
    {m.sites.open}
  </LinkButton>
);
