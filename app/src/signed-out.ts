import { clearEverywhere } from './api/sign-outs.ts';

/** Script of the page that follows a sign-out. */
clearEverywhere('session');
