import { useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';

export interface DiscardChangesProps {
  /** Effect of the change request on the page. */
  readonly kind: 'created' | 'deleted' | 'changed';
  /** Takes the changes of the page back. */
  readonly onDiscard: () => Promise<void>;
}

/** Button that takes the changes of a page back after a question. */
export function DiscardChanges({ kind, onDiscard }: DiscardChangesProps) {
  const [isAsking, setAsking] = useState(false);
  const { label, submit, text } = m.changes.discard[kind];
  return (
    <>
      <Button kind="quiet" icon="undo" label={label} onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={label}
          submit={submit}
          text={text}
          onConfirm={onDiscard}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
