import { m } from '../messages/messages.ts';
import { TextDialog, type TextDialogProps } from '../ui/dialog.tsx';

/** Field for the subject of a change request. */
export const SUBJECT_FIELD = { label: m.requests.subject, hint: m.requests.subjectHint, maxLength: 100 } as const;

/** Dialog that asks for the subject of a change request. */
export const SubjectDialog = <Result,>(props: Omit<TextDialogProps<Result>, 'field'>) => (
  <TextDialog {...props} field={SUBJECT_FIELD} />
);
