import { forgetUnsaved } from '../navigation/unsaved.ts';
import { removeEntries } from './stored-entries.ts';

/** Identity that a sign-out ends. */
export interface SignOut {
  /** The session of the browser, or the API token of single tabs. */
  readonly ended: 'session' | 'token';
  /** ID of the user who has signed out; undefined if the session was over before. */
  readonly userId: string | undefined;
}

/** Tells the other tabs of the browser. */
const channel = new BroadcastChannel('quire-sign-outs');

/** Removes what the browser keeps for a user, such as texts that are not sent; without a user, everything. */
function clearStorage({ userId }: SignOut): void {
  for (const storage of [sessionStorage, localStorage]) removeEntries(storage, userId);
}

/** Removes everything that the browser keeps for the user who signs out, and tells the other tabs. */
export function clearEverywhere(signOut: SignOut): void {
  clearStorage(signOut);
  channel.postMessage(signOut);
}

/**
 * Removes what this tab keeps for the user and everything it shows as soon as another tab signs out, and loads the page
 * again, which then shows the form for signing in.
 * @param concerns tells whether this tab uses what has ended
 */
export function followSignOuts(concerns: (signOut: SignOut) => boolean): void {
  channel.addEventListener('message', ({ data }: MessageEvent<SignOut>) => {
    if (!concerns(data)) return;
    clearStorage(data);
    // The server may be slow, or out of reach.
    document.body.replaceChildren();
    forgetUnsaved();
    location.reload();
  });
}
