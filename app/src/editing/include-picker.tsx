import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { loadReusableContents, placeKey, type ContentPlace } from '../spaces/content-place.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ListRows } from '../ui/rows.tsx';

export interface IncludePickerProps {
  readonly place: ContentPlace;
  readonly onPick: (markdown: string) => void;
  readonly onClose: () => void;
}

/** Dialog that includes a reusable content of the space. */
export function IncludePicker({ place, onPick, onClose }: IncludePickerProps) {
  const contents = useList(`reusable contents ${placeKey(place)}`, (page) => loadReusableContents(place, page));
  return (
    <Dialog title={m.blocks.include} onClose={onClose}>
      <ListRows of={contents} empty={m.reusable.none} keyOf={({ id }) => id}>
        {({ id, title }) => (
          <button type="button" class="row-button" onClick={() => onPick(`{% include "/reusable-content/${id}" %}\n`)}>
            <span dir="auto">{title || m.common.untitled}</span>
          </button>
        )}
      </ListRows>
    </Dialog>
  );
}
