import { useEffect, useRef, useState } from 'preact/hooks';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { RenderedContent } from '../spaces/rendered-page.tsx';
import { ErrorNotice, Loading } from '../ui/notices.tsx';
import type { EditedDocument } from './edited-document.ts';

/** Pause in writing after which the preview is rendered, in milliseconds. */
const PREVIEW_AFTER_MS = 350;

/** Text as a site shows it. */
export function Preview({
  document,
  title,
  text,
}: {
  readonly document: EditedDocument;
  readonly title: string;
  readonly text: string;
}) {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const last = useRef<string | undefined>(undefined);
  const rendered = useQuery(`preview ${document.key} ${shown}`, () => document.render(shown));
  if (rendered.data) last.current = rendered.data.html;
  return (
    <section class="pane preview" aria-label={m.editing.preview} tabIndex={0}>
      <h2 class="page-title" dir="auto">
        {title}
      </h2>
      {last.current === undefined ? (
        rendered.error === undefined && <Loading />
      ) : (
        <RenderedContent html={last.current} />
      )}
      {rendered.error !== undefined && <ErrorNotice error={rendered.error} onRetry={rendered.reload} />}
    </section>
  );
}
