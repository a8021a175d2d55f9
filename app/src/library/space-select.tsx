import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { LoadedSelect } from '../ui/loaded-select.tsx';
import { loadLibrary } from './library-data.ts';

export interface SpaceSelectProps {
  readonly organizationId: string;
  readonly label: string;
  /** ID of the chosen space; the first one is chosen in place of an empty text. */
  readonly value: string;
  readonly onChange: (spaceId: string) => void;
}

/** Choice of one of the spaces of an organization. */
export function SpaceSelect({ organizationId, value, onChange, ...field }: SpaceSelectProps) {
  const options = useQuery(`spaces to choose ${organizationId}`, async () => {
    const { spaces } = await loadLibrary(organizationId);
    if (value === '' && spaces[0] !== undefined) onChange(spaces[0].id);
    return spaces.map(({ id, title }) => ({ value: id, label: title || m.common.untitled }));
  });
  const hint = options.data?.length === 0 ? m.library.noSpace : undefined;
  return <LoadedSelect {...field} of={options} hint={hint} value={value} onChange={onChange} />;
}
