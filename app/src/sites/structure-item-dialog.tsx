import { useState } from 'preact/hooks';
import type { SiteSection } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { SpaceSelect } from '../library/space-select.tsx';
import { m } from '../messages/messages.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { announce } from '../ui/toasts.tsx';
import type { SitePath } from './site-frame.tsx';
import { addItem, fieldsOf, ITEM_KINDS, titleOf, updateItem, type ItemFields } from './structure-item.ts';
import type { StructureItem } from './structure-moves.ts';

/** Form that adds an item of a kind, or edits one. */
export type ItemForm =
  | { readonly kind: 'section' | 'group' | 'link' }
  | { readonly kind: 'variant'; readonly section?: SiteSection }
  | { readonly kind: 'edit'; readonly item: StructureItem };

interface StructureItemDialogProps {
  readonly path: SitePath;
  readonly form: ItemForm;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Dialog that adds an item to the structure of a site, or edits one. */
export function StructureItemDialog({ path, form, onClose, onSaved }: StructureItemDialogProps) {
  const item = form.kind === 'edit' ? form.item : undefined;
  const kind = form.kind === 'edit' ? ITEM_KINDS[form.item.object] : form.kind;
  const [fields, setFields] = useState(() => fieldsOf(item));
  const set = (changes: Partial<ItemFields>): void => setFields((before) => ({ ...before, ...changes }));
  const action = useAction(async () => {
    if (item !== undefined) await updateItem(path, item, fields);
    else await addItem(path, kind, fields, form.kind === 'variant' ? form.section?.id : undefined);
    announce(m.common.saved);
    onSaved();
  }, onClose);
  return (
    <FormDialog
      title={item === undefined ? m.structure.titles[kind] : m.structure.editTitle(titleOf(item))}
      submit={item === undefined ? m.structure.add : m.common.save}
      action={action}
      onClose={onClose}
    >
      {item === undefined && (kind === 'section' || kind === 'variant') && (
        <SpaceSelect
          organizationId={path.organizationId}
          label={m.structure.space}
          value={fields.spaceId}
          onChange={(spaceId) => set({ spaceId })}
        />
      )}
      {kind !== 'variant' && (
        <TextField
          label={m.common.title}
          hint={kind === 'section' && item === undefined ? m.structure.titleHint : undefined}
          value={fields.title}
          onInput={(title) => set({ title })}
          required={kind !== 'section' || item !== undefined}
          maxLength={100}
        />
      )}
      {kind === 'link' && (
        <TextField
          label={m.create.address}
          type="url"
          value={fields.url}
          onInput={(url) => set({ url })}
          required
          placeholder="https://"
        />
      )}
      {item !== undefined && 'path' in item && (
        <TextField
          label={m.structure.path}
          hint={m.structure.pathHint}
          value={fields.slug}
          onInput={(slug) => set({ slug })}
          required
        />
      )}
      <Checkbox label={m.structure.draftHint} checked={fields.draft} onChange={(draft) => set({ draft })} />
      {item?.object === 'site-space' && (
        <Checkbox label={m.structure.hiddenHint} checked={fields.hidden} onChange={(hidden) => set({ hidden })} />
      )}
    </FormDialog>
  );
}
