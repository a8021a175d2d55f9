import { clearEverywhere } from './api/sign-outs.ts';

/** Script of the page that follows a sign-out, which names the user. */
const { user } = document.querySelector<HTMLScriptElement>('script[data-user]')?.dataset ?? {};
clearEverywhere({ ended: 'session', userId: user });
