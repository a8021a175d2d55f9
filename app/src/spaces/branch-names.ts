const HEADS = 'refs/heads/';

/** Returns the full name of a branch that may be written short. */
export const fullRef = (branch: string): string => (branch.startsWith('refs/') ? branch : HEADS + branch);

/** Returns the name of a branch as people write it. */
export const shortRef = (ref: string): string => (ref.startsWith(HEADS) ? ref.slice(HEADS.length) : ref);
