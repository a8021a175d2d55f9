import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Select } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { loadLibrary } from './library-data.ts';

export interface SpaceSelectProps {
  readonly organizationId: string;
  readonly label: string;
  /** ID of the chosen space; the first one is chosen in place of an empty text. */
  readonly value: string;
  readonly onChange: (spaceId: string) => void;
}

/** Choice of one of the spaces of an organization. */
export function SpaceSelect({ organizationId, label, value, onChange }: SpaceSelectProps) {
  const library = useQuery(`library ${organizationId}`, async () => {
    const { spaces } = await loadLibrary(organizationId);
    if (value === '' && spaces[0] !== undefined) onChange(spaces[0].id);
    return spaces;
  });
  return (
    <Loaded of={library}>
      {(spaces) => (
        <Select
          label={label}
          hint={spaces.length === 0 ? m.library.noSpace : undefined}
          required
          value={value}
          onChange={onChange}
          options={spaces.map((one) => ({ value: one.id, label: one.title || m.common.untitled }))}
        />
      )}
    </Loaded>
  );
}
