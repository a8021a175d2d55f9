import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** Forms on the screen with changes that are not saved. */
const unsaved = new Set<symbol>();
/** True while changes are discarded: nothing asks a second time. */
let isDiscarding = false;

/** Step that waits until the user has decided about the changes that it would lose. */
export const heldStep = signal<(() => void) | undefined>(undefined);

/** Tells whether a step that leaves the screen needs a question before it. */
export const hasUnsaved = (): boolean => unsaved.size > 0 && !isDiscarding;

/** Takes a step that loses unsaved changes; the user is asked before it where there are any. */
export function leaveUnsaved(step: () => void): void {
  if (hasUnsaved()) heldStep.value = step;
  else step();
}

/** Takes a step whatever it loses. */
export function discardUnsaved(step: () => void): void {
  isDiscarding = true;
  try {
    step();
  } finally {
    isDiscarding = false;
  }
}

/** Forgets all changes, so that the page can be loaded again without a question. */
export const forgetUnsaved = (): void => unsaved.clear();

const warn = (event: BeforeUnloadEvent): void => {
  if (unsaved.size > 0) event.preventDefault();
};

/**
 * Asks before the user leaves a form whose changes are not saved: in a dialog before another screen is opened, and by the
 * browser before the tab is closed.
 */
export function useUnsaved(isChanged: boolean): void {
  useLayoutEffect(() => {
    if (!isChanged) return;
    const form = Symbol('form');
    unsaved.add(form);
    // A page with such a listener is not kept for the way back, so that it is there only as long as it is needed.
    addEventListener('beforeunload', warn);
    return () => {
      unsaved.delete(form);
      if (unsaved.size === 0) removeEventListener('beforeunload', warn);
    };
  }, [isChanged]);
}
