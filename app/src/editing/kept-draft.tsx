import { useState } from 'preact/hooks';
import { userId } from '../api/session.ts';
import { m } from '../messages/messages.ts';
import { documentKey, lateSaves, type ContentPlace } from '../spaces/content-place.ts';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/parts.tsx';
import { CopyButton } from '../ui/secret.tsx';
import { DraftStore } from './draft-store.ts';

/** Shows the draft of a document that can no longer be edited or read, to copy or to discard. */
export function KeptDraft({ place, id }: { readonly place: ContentPlace; readonly id: string }) {
  const [, setDiscards] = useState(0);
  // A save that fails after its editor was left leaves its draft.
  void lateSaves.value;
  const drafts = new DraftStore(localStorage, userId.value ?? '');
  const draft = drafts.findEarlier(documentKey(place, id));
  if (draft === undefined) return null;
  const discard = (): void => {
    drafts.discard(draft.entry);
    setDiscards((count) => count + 1);
  };
  return (
    <section class="notice warning" aria-label={m.editing.keptText(draft.title)}>
      <p>
        {m.editing.draft} <Time at={new Date(draft.at).toISOString()} />
      </p>
      <textarea readOnly rows={10} dir="auto" aria-label={m.editing.text} value={draft.text} />
      <p class="actions">
        <CopyButton text={draft.text} />
        <Button onClick={discard}>{m.editing.dropDraft}</Button>
      </p>
    </section>
  );
}
