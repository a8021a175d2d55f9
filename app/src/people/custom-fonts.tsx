import { useState } from 'preact/hooks';
import { createCustomFont, deleteCustomFont, listCustomFonts } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { uploadFile } from '../uploads/upload-file.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { FileField, TextField } from '../ui/fields.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';

const FORMATS = '.woff2,.woff';
/** Weights of which the form takes a file; the first one is required. */
const WEIGHTS = [400, 700] as const;
type Weight = (typeof WEIGHTS)[number];

/** Fonts of an organization that its sites can use. */
export function CustomFonts({ organizationId }: { readonly organizationId: string }) {
  const path = { organizationId };
  const [isCreating, setCreating] = useState(false);
  const fonts = useList(`fonts ${organizationId}`, () => listCustomFonts({ path }));
  return (
    <Section
      title={m.fonts.title}
      actions={
        <Button icon="add" onClick={() => setCreating(true)}>
          {m.fonts.new}
        </Button>
      }
    >
      <ListRows of={fonts} empty={m.fonts.none} keyOf={({ id }) => id}>
        {(font) => (
          <>
            <RowText title={font.fontFamily}>
              {m.fonts.weights(font.fontFaces.map(({ weight }) => weight).join(', '))}
            </RowText>
            {font.permissions.edit && (
              <ConfirmButton
                label={m.fonts.delete(font.fontFamily)}
                text={m.fonts.deleteText}
                onConfirm={async () => {
                  await deleteCustomFont({ path: { ...path, fontId: font.id } });
                  fonts.reload();
                }}
              />
            )}
          </>
        )}
      </ListRows>
      {isCreating && (
        <NewFont organizationId={organizationId} onCreated={fonts.reload} onClose={() => setCreating(false)} />
      )}
    </Section>
  );
}

interface NewFontProps {
  readonly organizationId: string;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

function NewFont({ organizationId, onCreated, onClose }: NewFontProps) {
  const [fontFamily, setFontFamily] = useState('');
  const [files, setFiles] = useState<Readonly<Partial<Record<Weight, File>>>>({});
  const action = useAction(async () => {
    const fontFaces = await Promise.all(
      WEIGHTS.flatMap((weight) => {
        const file = files[weight];
        return file === undefined
          ? []
          : [uploadFile(organizationId, file, 'customization_font').then((storageKey) => ({ weight, storageKey }))];
      }),
    );
    await createCustomFont({ path: { organizationId }, body: { fontFamily, fontFaces } });
    announce(m.fonts.created);
    onCreated();
  }, onClose);
  return (
    <FormDialog title={m.fonts.new} submit={m.common.create} action={action} onClose={onClose}>
      <TextField label={m.common.name} value={fontFamily} onInput={setFontFamily} required autofocus maxLength={50} />
      {WEIGHTS.map((weight) => (
        <FileField
          key={weight}
          label={m.fonts.files[weight]}
          accept={FORMATS}
          required={weight === WEIGHTS[0]}
          onFiles={([file]) => setFiles({ ...files, [weight]: file })}
        />
      ))}
    </FormDialog>
  );
}
