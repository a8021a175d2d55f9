/** Identity that a sign-out ends: the session of the browser, or the API token of single tabs. */
export type SignedOut = 'session' | 'token';

/** Tells other tabs of the browser; over plain HTTP, browsers ignore a server that asks them to clear their storage. */
const channel = new BroadcastChannel('quire-sign-outs');

/** Removes everything that the browser keeps for the user, such as texts that are not sent. */
function clearStorage(): void {
  sessionStorage.clear();
  localStorage.clear();
}

/** Removes everything that the browser keeps for the user, and tells the other tabs. */
export function clearEverywhere(ended: SignedOut): void {
  clearStorage();
  channel.postMessage(ended);
}

/**
 * Removes what this tab keeps and shows as soon as another tab signs out, and loads the page again, which then shows the
 * form for signing in.
 * @param concerns tells whether this tab uses what has ended
 */
export function followSignOuts(concerns: (ended: SignedOut) => boolean): void {
  channel.addEventListener('message', ({ data }: MessageEvent<SignedOut>) => {
    if (!concerns(data)) return;
    clearStorage();
    // The server may be slow, or out of reach.
    document.body.replaceChildren();
    location.reload();
  });
}
