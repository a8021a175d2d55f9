import { m } from '../messages/messages.ts';
import { TextDialog, type TextDialogProps } from '../ui/dialog.tsx';

/** Dialog that asks for the subject of a change request. */
export const SubjectDialog = (props: Omit<TextDialogProps, 'field'>) => (
  <TextDialog {...props} field={{ label: m.requests.subject, hint: m.requests.subjectHint, maxLength: 200 }} />
);
