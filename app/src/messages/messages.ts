import { ENGLISH } from './english.ts';

/** Texts of the interface. */
export const m = ENGLISH;
