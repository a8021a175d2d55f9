import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import type { QueryState } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { FormDialog } from './dialog.tsx';
import { Select } from './fields.tsx';
import { Empty, Loaded } from './notices.tsx';

/** Choice that stands for the top, and that for the end of the siblings. */
const TOP = 'top';
const LAST = 'last';

interface Titled {
  readonly id: string;
  readonly title: string;
}

/** Place to which an item can be moved. */
export interface Place<Sibling extends Titled> {
  /** ID of the parent; null for the top. */
  readonly parent: string | null;
  readonly label: string;
  /** Other items in that place, in order. */
  readonly siblings: readonly Sibling[];
}

export interface PlaceChoice<Sibling extends Titled> {
  readonly places: readonly Place<Sibling>[];
  /** ID of the parent that the item has now; null for the top. */
  readonly parent: string | null;
}

export interface MoveDialogProps<Sibling extends Titled> {
  /** Title of the item. */
  readonly title: string;
  readonly choice: QueryState<PlaceChoice<Sibling>>;
  /** Moves the item before another one of the place, or to its end; the dialog closes afterwards. */
  readonly onMove: (place: Place<Sibling>, next: Sibling | undefined) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Name of something that may have no title. */
export const titleOf = ({ title }: Pick<Titled, 'title'>): string => title || m.common.untitled;

/** Label of a place that many others enclose. */
export const placeLabel = (one: Titled, depth: number): string => '\u00a0\u00a0'.repeat(depth) + titleOf(one);

/** Dialog that moves an item to another parent, or to another position below the same one. */
export function MoveDialog<Sibling extends Titled>({ title, choice, onMove, onClose }: MoveDialogProps<Sibling>) {
  const [chosen, setChosen] = useState<string>();
  const [before, setBefore] = useState(LAST);
  const { places, parent } = choice.data ?? { places: [], parent: null };
  const target = places.find((one) => valueOf(one) === (chosen ?? parent ?? TOP)) ?? places[0];
  const action = useAction(async () => {
    if (target === undefined) throw new Error(m.move.noPlace);
    await onMove(
      target,
      target.siblings.find(({ id }) => id === before),
    );
  }, onClose);
  return (
    <FormDialog title={m.move.titleOf(title)} submit={m.move.submit} action={action} onClose={onClose}>
      <Loaded of={choice}>
        {() =>
          target === undefined ? (
            <Empty title={m.move.noPlace} />
          ) : (
            <>
              <Select
                label={m.move.place}
                value={valueOf(target)}
                options={places.map((one) => ({ value: valueOf(one), label: one.label }))}
                onChange={(value) => {
                  setChosen(value);
                  setBefore(LAST);
                }}
              />
              <Select
                label={m.move.position}
                value={before}
                options={[
                  { value: LAST, label: m.move.last },
                  ...target.siblings.map((one) => ({ value: one.id, label: m.move.before(titleOf(one)) })),
                ]}
                onChange={setBefore}
              />
            </>
          )
        }
      </Loaded>
    </FormDialog>
  );
}

const valueOf = ({ parent }: Pick<Place<Titled>, 'parent'>): string => parent ?? TOP;
