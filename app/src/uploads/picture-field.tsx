import { useState } from 'preact/hooks';
import { createOrganizationImage } from '../api/operations.ts';
import { FileButton } from '../ui/file-button.tsx';
import { TextField, type TextFieldProps } from '../ui/fields.tsx';
import { attempt } from '../ui/toasts.tsx';
import { uploadFile } from './upload-file.ts';

const IMAGES = '.png,.jpg,.jpeg,.gif,.webp,.avif,.svg,.ico';

/** Address of a picture, beside a button that uploads one. */
export function PictureField({
  organizationId,
  uploadLabel,
  ...field
}: Pick<TextFieldProps, 'label' | 'value' | 'onInput' | 'required'> & {
  /** Organization that keeps uploaded pictures; without one, nothing can be uploaded. */
  readonly organizationId: string | undefined;
  readonly uploadLabel: string;
}) {
  const [isUploading, setUploading] = useState(false);
  const upload = async (organizationId: string, file: File): Promise<void> => {
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
      {organizationId !== undefined && (
        <FileButton
          label={uploadLabel}
          icon="image"
          accept={IMAGES}
          busy={isUploading}
          onFiles={([file]) => {
            if (file !== undefined && !isUploading) attempt(upload(organizationId, file));
          }}
        />
      )}
    </div>
  );
}
