import { useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';
import type { IconName } from './icon.tsx';

export interface ConfirmButtonProps extends Pick<ConfirmDialogProps, 'text' | 'onConfirm'> {
  /** Label of the button, and title of its question. */
  readonly label: string;
  /** Icon of the button; that of a deletion by default. */
  readonly icon?: IconName;
  readonly submit?: string;
}

/** Button of an item that asks before it does something with the item, which is to delete it by default. */
export function ConfirmButton({
  label,
  icon = 'trash',
  submit = m.common.delete,
  text,
  onConfirm,
}: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={icon} label={label} onClick={() => setAsking(true)} />
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
