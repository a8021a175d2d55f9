import { m } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { announce, attempt } from './toasts.tsx';

/** Button that copies a text, such as a link or a secret. */
export const CopyButton = ({ text, label = m.common.copy }: { readonly text: string; readonly label?: string }) => (
  <Button onClick={() => attempt(navigator.clipboard.writeText(text).then(() => announce(m.common.copied)))}>
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
