import { useState } from 'preact/hooks';
import { createOrganizationImage } from '../api/operations.ts';
import { uploadFile } from '../editing/upload-file.ts';
import { m } from '../messages/messages.ts';
import { FileButton } from '../ui/file-button.tsx';
import { TextField, type TextFieldProps } from '../ui/fields.tsx';
import { attempt } from '../ui/toasts.tsx';
import { FieldGroup } from './customization-fields.tsx';

const IMAGES = '.png,.jpg,.jpeg,.gif,.webp,.avif,.svg,.ico';

/** Addresses of a picture for the two themes. */
export interface Picture {
  readonly light: string;
  readonly dark: string;
}

/**
 * Addresses of a picture, which can be uploaded; without one for the dark theme, that of the light theme is for both.
 * While the address for the light theme is being replaced, the other one stays.
 */
export function PictureFields({
  organizationId,
  legend,
  picture,
  required = false,
  onChange,
}: {
  readonly organizationId: string;
  readonly legend: string;
  readonly picture: Picture | undefined;
  readonly required?: boolean;
  readonly onChange: (picture: Picture | undefined) => void;
}) {
  const [light, setLight] = useState(picture?.light ?? '');
  const [dark, setDark] = useState(picture === undefined || picture.dark === picture.light ? '' : picture.dark);
  const change = (next: Picture): void => {
    setLight(next.light);
    setDark(next.dark);
    onChange(next.light === '' ? undefined : { light: next.light, dark: next.dark === '' ? next.light : next.dark });
  };
  return (
    <FieldGroup legend={legend}>
      <PictureField
        organizationId={organizationId}
        label={m.appearance.lightPicture}
        uploadLabel={m.appearance.uploadLight}
        value={light}
        onInput={(value) => change({ light: value, dark })}
        required={required || dark !== ''}
      />
      <PictureField
        organizationId={organizationId}
        label={m.appearance.darkPicture}
        uploadLabel={m.appearance.uploadDark}
        value={dark}
        onInput={(value) => change({ light, dark: value })}
      />
    </FieldGroup>
  );
}

/** Address of a picture, beside a button that uploads one. */
function PictureField({
  organizationId,
  uploadLabel,
  ...field
}: Pick<TextFieldProps, 'label' | 'value' | 'onInput' | 'required'> & {
  readonly organizationId: string;
  readonly uploadLabel: string;
}) {
  const [isUploading, setUploading] = useState(false);
  const upload = async (file: File): Promise<void> => {
    setUploading(true);
    try {
      const storageKey = await uploadFile(organizationId, file, 'organization_file');
      const image = await createOrganizationImage({ path: { organizationId }, body: { name: file.name, storageKey } });
      field.onInput(image.urls.image);
    } finally {
      setUploading(false);
    }
  };
  return (
    <div class="inline-fields">
      <TextField {...field} type="url" />
      <FileButton
        label={uploadLabel}
        icon="image"
        accept={IMAGES}
        busy={isUploading}
        onFiles={([file]) => {
          if (file !== undefined && !isUploading) attempt(upload(file));
        }}
      />
    </div>
  );
}
