import { useEffect, useRef } from 'preact/hooks';
import { percentDecoded } from '../../../src/domain/kernel/percent-decoded.ts';
import { renderPage, type RenderedContent as Rendered } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { current } from '../navigation/router.ts';
import { Loaded } from '../ui/notices.tsx';
import { placeKey, type ContentPlace } from './content-place.ts';
import { enhanceContent } from './enhance-content.ts';

/** Content of a page as its site shows it. */
export function RenderedContent({ html }: { readonly html: string }) {
  const element = useRef<HTMLDivElement>(null);
  const { path, hash } = current.value;
  useEffect(() => {
    if (element.current !== null) enhanceContent(element.current);
  }, [html]);
  useEffect(() => {
    // The content comes after the address, when browsers do not look for the anchor any longer.
    if (hash !== '') element.current?.querySelector(`#${CSS.escape(percentDecoded(hash.slice(1)))}`)?.scrollIntoView();
  }, [path, hash]);
  // The server renders inert HTML: no scripts, handlers, frames or forms, whatever the content.
  return <div class="s-content" ref={element} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Renders a stored page. */
export function StoredPage({
  place,
  pageId,
  version,
  children,
}: {
  readonly place: ContentPlace;
  readonly pageId: string;
  /** Text that changes when the page may have changed. */
  readonly version?: string | undefined;
  readonly children?: (rendered: Rendered) => preact.ComponentChildren;
}) {
  const { spaceId, changeRequest, revision } = place;
  const rendered = useQuery(`rendered ${placeKey(place)} ${pageId} ${version ?? ''}`, () =>
    renderPage({
      path: { spaceId, pageId },
      body: { ...(changeRequest && { changeRequest }), ...(revision && { revision }) },
    }),
  );
  return <Loaded of={rendered}>{(page) => children?.(page) ?? <RenderedContent html={page.html} />}</Loaded>;
}
