import { useState } from 'preact/hooks';
import { updateChangeRequestById, type ChangeRequest } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/fields.tsx';
import { MarkdownText } from '../ui/markdown-text.tsx';
import { Loaded } from '../ui/notices.tsx';
import { announce } from '../ui/toasts.tsx';
import { SUBJECT_FIELD } from './subject-dialog.tsx';

/** Loads the description of a change request as Markdown. */
function useDescription({ id, updatedAt, description }: ChangeRequest) {
  return useQuery(`description ${id} ${updatedAt}`, async () => {
    if (description === undefined) return '';
    const { blocksToMarkdown } = await import('../../../src/domain/content/documents/markdown-of-blocks.ts');
    return blocksToMarkdown(description['nodes'] as Parameters<typeof blocksToMarkdown>[0], 'description.nodes').trim();
  });
}

/** Description of a change request, if it has one. */
export function Description({ request }: { readonly request: ChangeRequest }) {
  const { data } = useDescription(request);
  return data ? (
    <section aria-label={m.requests.description}>
      <MarkdownText>{data}</MarkdownText>
    </section>
  ) : null;
}

export interface DetailsDialogProps {
  readonly request: ChangeRequest;
  readonly onSaved: (request: ChangeRequest) => void;
  readonly onClose: () => void;
}

/** Dialog that changes the subject and the description of a change request. */
export function DetailsDialog({ request, onSaved, onClose }: DetailsDialogProps) {
  const stored = useDescription(request);
  const [subject, setSubject] = useState(request.subject);
  const [changed, setChanged] = useState<string>();
  const action = useAction(async () => {
    onSaved(
      await updateChangeRequestById({
        path: { spaceId: request.space, changeRequestId: request.id },
        body: {
          ...(subject !== request.subject && { subject }),
          ...(changed !== undefined && { description: { markdown: changed } }),
        },
      }),
    );
    announce(m.common.saved);
  }, onClose);
  return (
    <FormDialog title={m.requests.details} submit={m.common.save} action={action} onClose={onClose} wide>
      <TextField {...SUBJECT_FIELD} value={subject} onInput={setSubject} autofocus />
      <Loaded of={stored}>
        {(description) => (
          <TextArea
            label={m.requests.description}
            hint={m.requests.descriptionHint}
            value={changed ?? description}
            onInput={setChanged}
            rows={8}
          />
        )}
      </Loaded>
    </FormDialog>
  );
}
