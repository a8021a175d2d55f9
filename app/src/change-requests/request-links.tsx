import { useState } from 'preact/hooks';
import { updateChangeRequestById, type ChangeRequest } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { announce } from '../ui/toasts.tsx';

const MAX_LINKS = 10;
const MAX_TITLE_LENGTH = 128;

/** Links of a change request to tickets and other pages. */
export const RequestLinks = ({ links }: Pick<ChangeRequest, 'links'>) =>
  links.length === 0 ? null : (
    <ul class="request-links" aria-label={m.requests.links}>
      {links.map(({ id, ref, title }) => (
        <li key={id}>
          <a href={ref.url} target="_blank" rel="noreferrer" dir="auto">
            {title ?? ref.url}
          </a>
        </li>
      ))}
    </ul>
  );

interface EditedLink {
  readonly id?: string;
  readonly url: string;
  readonly title: string;
}

export interface LinksDialogProps {
  readonly request: ChangeRequest;
  readonly onSaved: (request: ChangeRequest) => void;
  readonly onClose: () => void;
}

/** Dialog that changes the links of a change request. */
export function LinksDialog({ request, onSaved, onClose }: LinksDialogProps) {
  const [links, setLinks] = useState<readonly EditedLink[]>(
    request.links.length === 0
      ? [{ url: '', title: '' }]
      : request.links.map(({ id, ref, title = '' }) => ({ id, url: ref.url, title })),
  );
  const change = (index: number, part: Partial<EditedLink>): void =>
    setLinks(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  const action = useAction(async () => {
    const linksWithUrl = links.filter(({ url }) => url.trim() !== '');
    onSaved(
      await updateChangeRequestById({
        path: { spaceId: request.space, changeRequestId: request.id },
        body: {
          links: linksWithUrl.map(({ id, url, title }) => ({
            ...(id !== undefined && { id }),
            ref: { kind: 'url' as const, url: url.trim() },
            ...(title !== '' && { title }),
          })),
        },
      }),
    );
    announce(m.common.saved);
  }, onClose);
  return (
    <FormDialog title={m.requests.links} submit={m.common.save} action={action} onClose={onClose} wide>
      {links.map(({ url, title }, index) => (
        <div key={index} class="inline-fields">
          <TextField
            label={m.requests.linkAddress(index + 1)}
            type="url"
            value={url}
            onInput={(text) => change(index, { url: text })}
            placeholder="https://"
          />
          <TextField
            label={m.requests.linkTitle(index + 1)}
            value={title}
            onInput={(text) => change(index, { title: text })}
            maxLength={MAX_TITLE_LENGTH}
          />
          <Button
            kind="quiet"
            icon="trash"
            label={m.requests.removeLink(index + 1)}
            onClick={() => setLinks(links.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {links.length < MAX_LINKS && (
        <Button icon="add" onClick={() => setLinks([...links, { url: '', title: '' }])}>
          {m.requests.addLink}
        </Button>
      )}
    </FormDialog>
  );
}
