import { useState } from 'preact/hooks';
import type { Page } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { isChanged, PairsField, pairsOf, valuesOf } from '../ui/pairs-field.tsx';
import { emojiText } from '../ui/parts.tsx';
import { announce } from '../ui/toasts.tsx';
import { writeContent, type ContentPlace, type DocumentPage, type Entry } from './content-place.ts';

/** Dialog with the fields of a page besides its text. */
export function PageSettings({
  place,
  page,
  onClose,
  onSaved,
}: {
  readonly place: ContentPlace;
  readonly page: DocumentPage;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const [title, setTitle] = useState(page.title);
  const [description, setDescription] = useState(page.description ?? '');
  const [slug, setSlug] = useState(page.slug);
  const [emoji, setEmoji] = useState(emojiText(page.emoji));
  const [hidden, setHidden] = useState(page.hidden === true);
  const [noIndex, setNoIndex] = useState(page.noIndex === true);
  const [condition, setCondition] = useState(page.condition ?? '');
  const [variables, setVariables] = useState(pairsOf(page.variables ?? {}));
  const action = useAction(async () => {
    await writeContent(place, [
      {
        operation: 'update_page',
        page: page.id,
        ...(title !== page.title && { title }),
        ...(description !== (page.description ?? '') && { description }),
        ...(slug !== page.slug && { slug }),
        ...(emoji !== emojiText(page.emoji) && { emoji }),
        ...(hidden !== (page.hidden === true) && { hidden }),
        ...(noIndex !== (page.noIndex === true) && { noIndex, noRobotsIndex: noIndex }),
        ...(condition !== (page.condition ?? '') && { condition }),
        ...(isChanged(variables, page.variables ?? {}) && { variables: valuesOf(variables, page.variables ?? {}) }),
      },
    ]);
    announce(m.common.saved);
    onSaved();
  }, onClose);
  return (
    <FormDialog title={m.space.pageSettings} submit={m.common.save} action={action} onClose={onClose}>
      <TextField label={m.common.title} value={title} onInput={setTitle} required autofocus maxLength={100} />
      <TextField label={m.space.description} value={description} onInput={setDescription} maxLength={500} />
      <TextField label={m.space.slug} hint={m.space.slugHint} value={slug} onInput={setSlug} required />
      <TextField label={m.space.emoji} value={emoji} onInput={setEmoji} maxLength={50} />
      <Checkbox label={m.space.hidden} checked={hidden} onChange={setHidden} />
      <Checkbox label={m.space.noIndex} checked={noIndex} onChange={setNoIndex} />
      <TextField label={m.space.condition} hint={m.space.conditionHint} value={condition} onInput={setCondition} />
      <PairsField legend={m.variables.ofPage} pairs={variables} onChange={setVariables} />
    </FormDialog>
  );
}

/** Dialog with the fields of an entry without a text: a group, or a link with its address. */
export function EntrySettings({
  place,
  entry,
  onClose,
  onSaved,
}: {
  readonly place: ContentPlace;
  readonly entry: Entry;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const address = addressOf(entry);
  const isHidden = 'hidden' in entry && entry.hidden;
  const [title, setTitle] = useState(entry.title);
  const [url, setUrl] = useState(address ?? '');
  const [emoji, setEmoji] = useState(emojiText(entry.emoji));
  const [hidden, setHidden] = useState(isHidden);
  const action = useAction(async () => {
    await writeContent(place, [
      {
        operation: 'update_page',
        page: entry.id,
        ...(title !== entry.title && { title }),
        ...(emoji !== emojiText(entry.emoji) && { emoji }),
        ...(hidden !== isHidden && { hidden }),
        ...(address !== undefined && url !== address && { target: { kind: 'url', url } }),
      },
    ]);
    announce(m.common.saved);
    onSaved();
  }, onClose);
  return (
    <FormDialog title={m.space.entrySettings} submit={m.common.save} action={action} onClose={onClose}>
      <TextField label={m.common.title} value={title} onInput={setTitle} required autofocus maxLength={100} />
      {address !== undefined && (
        <TextField label={m.create.address} type="url" value={url} onInput={setUrl} required placeholder="https://" />
      )}
      <TextField label={m.space.emoji} value={emoji} onInput={setEmoji} maxLength={50} />
      {'hidden' in entry && <Checkbox label={m.space.hidden} checked={hidden} onChange={setHidden} />}
    </FormDialog>
  );
}

/** Returns the address that a link leads to; undefined where it leads to content, and for other entries. */
export const addressOf = (entry: Page): string | undefined =>
  entry.type === 'link' && entry.target.kind === 'url' ? String(entry.target['url']) : undefined;
