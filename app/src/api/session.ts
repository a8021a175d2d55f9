import { signal } from '@preact/signals';
import { clearEverywhere, followSignOuts } from './sign-outs.ts';

const KEY = 'quire-token';

/** API token of this tab; null while requests use the session of the browser. */
export const token = signal(sessionStorage.getItem(KEY));
/** True if the browser had a session when the page was loaded. */
export const hasSession = signal(document.body.dataset['session'] !== undefined);
/** True after a request was refused because the session has ended; the page keeps what it shows. */
export const isSessionOver = signal(false);

/** Uses an API token for all requests of this tab. */
export function setToken(secret: string): void {
  sessionStorage.setItem(KEY, secret);
  tokenProblem.value = undefined;
  token.value = secret;
}

/** Why the last token was refused; undefined without a refusal. */
export const tokenProblem = signal<string | undefined>(undefined);

/** Forgets the token of this tab. @param problem why it was refused */
export function forgetToken(problem?: string): void {
  sessionStorage.removeItem(KEY);
  tokenProblem.value = problem;
  token.value = null;
}

/** Forgets the token of this tab, and everything that the browser keeps for the user, such as texts that are not sent. */
export function signOut(): void {
  clearEverywhere('token');
  forgetToken();
}

// The end of a token concerns only tabs that use one.
followSignOuts((ended) => ended === 'session' || token.value !== null);

/** Address of the page for signing in, which returns to the present page. */
export const signInHref = (): string => `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;
