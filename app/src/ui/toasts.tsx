import { signal } from '@preact/signals';
import { m } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { describeProblem } from './notices.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  readonly undo?: () => void;
}

const toasts = signal<readonly Toast[]>([]);
let last = 0;
/** Time for which a message without an action stays, in milliseconds. */
const SHOWN_MS = 6_000;

const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Announces what has happened. With `undo`, the message stays until it is dismissed. */
export function announce(text: string, undo?: () => void): void {
  const id = ++last;
  // The same message is shown once, however often it is true.
  const others = toasts.value.filter((toast) => toast.text !== text || toast.undo !== undefined);
  toasts.value = [...others.slice(-2), { id, text, isProblem: false, ...(undo && { undo }) }];
  if (undo === undefined) setTimeout(dismiss, SHOWN_MS, id);
}

/** Announces an error of a write that has no form; it stays until it is dismissed. */
export function announceProblem(error: unknown): void {
  const { message, advice, requestId } = describeProblem(error);
  const text = [message, advice, requestId && `${m.errors.requestId} ${requestId}`].filter(Boolean).join(' ');
  toasts.value = [...toasts.value.slice(-2), { id: ++last, text, isProblem: true }];
}

/** Runs a write that has no form, and announces its error. */
export const attempt = (work: Promise<unknown>): void => void work.catch(announceProblem);

/** Region in which messages appear. */
export const Toasts = () => (
  <div class="toasts" role="region" aria-label={m.common.messages}>
    <div aria-live="polite">
      {toasts.value.map(({ id, text, isProblem, undo }) => (
        <div key={id} class={isProblem ? 'toast danger' : 'toast'} role={isProblem ? 'alert' : undefined}>
          <span>{text}</span>
          {undo && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {m.common.undo}
            </Button>
          )}
          <Button kind="quiet" icon="close" label={m.common.dismiss} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  </div>
);
