import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAction, type Action } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { current } from '../navigation/router.ts';
import { leaveUnsaved, useUnsaved } from '../navigation/unsaved.ts';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './fields.tsx';
import { ErrorNotice } from './notices.tsx';
import { announce } from './toasts.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Called in place of `onClose` when the user leaves the dialog with Escape, its button or a click beside it. */
  readonly onDismiss?: () => void;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** Field that has the focus at first where none asks for it; browsers would focus the button that closes the dialog. */
const FIRST_FIELD = 'form :is(input:not([type=file], [type=radio]:not(:checked)), select, textarea):enabled';
/** Button that has the focus at first in a question without fields: the one that changes nothing. */
const CANCEL = '.dialog-foot button';
/** Button that adds or removes an entry of a form. */
const ENTRY_BUTTON = 'button:not(.dialog-foot button, [role=alert] button)';

/**
 * Modal dialog: keeps the focus within, closes with Escape and when another screen is opened, and returns the focus where
 * it was.
 */
export function Dialog({ title, onClose, onDismiss = onClose, wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget | null>(null);
  const id = useId();
  const { path } = current.value;
  const opened = useRef(path);
  useLayoutEffect(() => {
    if (path !== opened.current) onClose();
  }, [path]);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const { current: dialog } = element;
    dialog?.showModal();
    if (dialog?.querySelector('[autofocus]') === null)
      (dialog.querySelector<HTMLElement>(FIRST_FIELD) ?? dialog.querySelector<HTMLElement>(CANCEL))?.focus();
    return () => {
      // While the dialog is open, nothing outside can be focused.
      dialog?.close();
      before?.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={({ target }) => {
        // A selection that begins in the text of the dialog may end outside.
        if (target === element.current && pressed.current === target) onDismiss();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon="close" label={m.common.close} onClick={onDismiss} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

export interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly action: Action<[]>;
  readonly danger?: boolean;
  readonly wide?: boolean;
  /** True if the browser keeps what is entered, so that it may be left without a question. */
  readonly keepsInput?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Dialog with a form, whose error it shows. Unless it is cancelled, the user is asked before what is entered is lost. */
export function FormDialog({
  title,
  submit,
  action,
  danger = false,
  wide = false,
  keepsInput = false,
  onClose,
  children,
}: FormDialogProps) {
  const [hasInput, setHasInput] = useState(false);
  const isUnsaved = hasInput && !keepsInput && !action.isRunning;
  useUnsaved(isUnsaved);
  const dismiss = (): void => (isUnsaved ? leaveUnsaved(onClose) : onClose());
  return (
    <Dialog title={title} onClose={onClose} onDismiss={dismiss} wide={wide}>
      <form
        onInput={() => setHasInput(true)}
        onClick={({ target }) => {
          // Buttons among the fields add and remove entries, which is no input to the browser.
          if (target instanceof Element && target.closest(ENTRY_BUTTON)) setHasInput(true);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        {children}
        <ErrorNotice error={action.error} />
        <footer class="dialog-foot">
          <Button onClick={onClose}>{m.common.cancel}</Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={action.isRunning}>
            {submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

export interface ConfirmDialogProps extends Pick<FormDialogProps, 'title' | 'submit' | 'onClose'> {
  readonly text: string;
  /** Does what is confirmed; the dialog closes afterwards. */
  readonly onConfirm: () => Promise<unknown>;
  /** Opens the screen that follows, unless the dialog was closed before the end. */
  readonly onDone?: () => void;
}

/** Dialog that asks before something is done that takes effort to take back. */
export function ConfirmDialog({ title, submit, text, onConfirm, onDone, onClose }: ConfirmDialogProps) {
  const action = useAction(onConfirm, () => {
    onDone?.();
    onClose();
  });
  return (
    <FormDialog title={title} submit={submit} danger action={action} onClose={onClose}>
      <p>{text}</p>
    </FormDialog>
  );
}

export interface TextDialogProps<Result> extends Pick<FormDialogProps, 'title' | 'submit' | 'onClose'> {
  readonly field: Omit<TextFieldProps, 'value' | 'onInput' | 'autofocus'>;
  readonly value?: string;
  /** Uses the text; the dialog closes afterwards. */
  readonly onSubmit: (text: string) => Promise<Result>;
  /** Opens what the text has created, unless the dialog was closed before the end, which is then announced. */
  readonly onDone?: (result: Result) => void;
}

/** Dialog that asks for one line of text, such as a name. */
export function TextDialog<Result>({
  title,
  submit,
  field,
  value = '',
  onSubmit,
  onDone,
  onClose,
}: TextDialogProps<Result>) {
  const [text, setText] = useState(value);
  const action = useAction(
    () => onSubmit(text),
    (result) => {
      onDone?.(result);
      onClose();
    },
    () => onDone && announce(m.create.created(text || m.common.untitled)),
  );
  return (
    <FormDialog title={title} submit={submit} action={action} onClose={onClose}>
      <TextField {...field} value={text} onInput={setText} autofocus />
    </FormDialog>
  );
}
