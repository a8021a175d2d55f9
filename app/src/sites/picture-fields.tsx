import { useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import { PictureField } from '../uploads/picture-field.tsx';
import { FieldGroup } from './customization-fields.tsx';

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
