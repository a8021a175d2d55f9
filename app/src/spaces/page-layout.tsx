import type { ComponentChildren } from 'preact';
import { m } from '../messages/messages.ts';
import { Titled } from '../ui/parts.tsx';
import type { DocumentPage } from './content-place.ts';

export interface PageLayoutProps {
  readonly page: Pick<DocumentPage, 'title' | 'description' | 'emoji'>;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Page with its title and description as on a site. */
export const PageLayout = ({ page, actions, children }: PageLayoutProps) => (
  <article class="page">
    <header class="page-head">
      <h2 class="page-title">
        <Titled emoji={page.emoji} title={page.title || m.common.untitled} />
      </h2>
      {actions && <div class="actions">{actions}</div>}
      {page.description && (
        <p class="page-description" dir="auto">
          {page.description}
        </p>
      )}
    </header>
    {children}
  </article>
);
