import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';

/** Path of questions below a site. */
export const ANSWERS_PATH = `${RESERVED_SEGMENT}/ask`;
