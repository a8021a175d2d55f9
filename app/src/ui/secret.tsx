import { m } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { announce, attempt } from './toasts.tsx';

export interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  /** Label for assistive technology, which tells the button from others of its kind. */
  readonly fullLabel?: string;
}

/** Button that copies a text, such as a link or a secret. */
export const CopyButton = ({ text, label = m.common.copy, fullLabel = label }: CopyButtonProps) => (
  <Button
    {...(fullLabel !== label && { label: fullLabel })}
    onClick={() => attempt(navigator.clipboard.writeText(text).then(() => announce(m.common.copied)))}
  >
    {label}
  </Button>
);

/** Text to copy, with its button. */
export const Copyable = ({ text }: { readonly text: string }) => (
  <p class="copyable">
    <code>{text}</code>
    <CopyButton text={text} />
  </p>
);

export interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret, which the API returns only once. */
export const SecretDialog = ({ title, text, secret, onClose }: SecretDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <p role="status">{text}</p>
    <Copyable text={secret} />
  </Dialog>
);
