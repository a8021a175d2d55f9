import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/parts.tsx';
import type { EditedText } from './use-edited-text.ts';

/** Offers the draft of an earlier visit. */
export const DraftNotice = ({
  draft,
  restoreDraft,
  discardDraft,
}: Pick<EditedText, 'draft' | 'restoreDraft' | 'discardDraft'>) =>
  draft && (
    <div class="notice warning" role="status">
      <p>
        {m.editing.draft} <Time at={new Date(draft.at).toISOString()} />
      </p>
      <p class="actions">
        <Button kind="primary" onClick={restoreDraft}>
          {m.editing.restoreDraft}
        </Button>
        <Button onClick={discardDraft}>{m.editing.dropDraft}</Button>
      </p>
    </div>
  );
