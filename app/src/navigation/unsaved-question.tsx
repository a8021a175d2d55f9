import { m } from '../messages/messages.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { discardUnsaved, heldStep } from './unsaved.ts';

/** Question whether changes that are not saved are discarded, while a step waits for its answer. */
export function UnsavedQuestion() {
  const { value: step } = heldStep;
  if (step === undefined) return null;
  return (
    <ConfirmDialog
      title={m.unsaved.title}
      submit={m.unsaved.discard}
      text={m.unsaved.text}
      onConfirm={() => Promise.resolve()}
      onDone={() => discardUnsaved(step)}
      onClose={() => (heldStep.value = undefined)}
    />
  );
}
