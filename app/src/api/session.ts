import { computed, signal } from '@preact/signals';
import { forgetUnsaved } from '../navigation/unsaved.ts';
import { clearEverywhere, followSignOuts } from './sign-outs.ts';

const KEY = 'quire-token';

/** API token of this tab; null while requests use the session of the browser. */
export const token = signal(sessionStorage.getItem(KEY));
/** True if the browser had a session when the page was loaded. */
export const hasSession = signal(document.body.dataset['session'] !== undefined);
/** ID of the user whose content this tab shows; undefined until the first answer has named the user. */
export const userId = signal<string | undefined>(undefined);
/** Reason why the session does not serve this tab any longer: it has ended, or another user has signed in. */
export type SessionLoss = 'ended' | 'replaced';
/** Set after a request was refused because of the session; the page keeps what it shows. */
export const sessionLoss = signal<SessionLoss | undefined>(undefined);
/** True while requests of this tab are refused. */
export const isSessionOver = computed(() => sessionLoss.value !== undefined);

/** Uses an API token for all requests of this tab. */
export function setToken(secret: string): void {
  sessionStorage.setItem(KEY, secret);
  tokenProblem.value = undefined;
  userId.value = undefined;
  token.value = secret;
}

/** Why the last token was refused; undefined without a refusal. */
export const tokenProblem = signal<string | undefined>(undefined);

/** Forgets the token of this tab. @param problem why it was refused */
export function forgetToken(problem: string): void {
  sessionStorage.removeItem(KEY);
  tokenProblem.value = problem;
  token.value = null;
}

/** Forgets the token of this tab, and everything that the browser keeps for the user, such as texts that are not sent. */
export function signOut(): void {
  clearEverywhere({ ended: 'token', userId: userId.value });
  forgetUnsaved();
  location.reload();
}

// The end of a token concerns only tabs of its user that use one.
followSignOuts(
  (signOut) =>
    signOut.ended === 'session' ||
    (token.value !== null && (signOut.userId === undefined || signOut.userId === userId.value)),
);

/** Address of the page for signing in, which returns to the present page. */
export const signInHref = (): string => `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;
