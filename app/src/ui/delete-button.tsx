import { useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';

export interface DeleteButtonProps extends Pick<ConfirmDialogProps, 'text' | 'onConfirm'> {
  /** Label of the button, and title of its question. */
  readonly label: string;
  readonly submit?: string;
}

/** Button of an item that asks before it deletes the item. */
export function DeleteButton({ label, submit = m.common.delete, text, onConfirm }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" icon="trash" label={label} onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={label}
          submit={submit}
          text={text}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
