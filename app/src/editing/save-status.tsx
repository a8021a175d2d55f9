import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { describeProblem } from '../ui/notices.tsx';
import type { SaveState } from './page-saver.ts';

/** States whether the text is saved, and how many files are being sent. */
export const SaveStatus = ({
  state,
  sending,
  onRetry,
}: {
  readonly state: SaveState;
  readonly sending: number;
  readonly onRetry: () => void;
}) => (
  <p class={`save-state ${state.kind}`} role="status">
    {sending > 0 ? m.editing.uploading(sending) : m.editing.states[state.kind]}
    {state.kind === 'failed' && (
      <>
        {' '}
        {describeProblem(state.error).message} {m.editing.kept(state.hasDraft)}{' '}
        <Button kind="quiet" onClick={onRetry}>
          {m.errors.retry}
        </Button>
      </>
    )}
  </p>
);
