const NUMBER = /^[1-9][0-9]{0,8}$/;

/** Tells whether a key of a change request is its number within the space; otherwise it is an id. */
export const isNumber = (key: string): boolean => NUMBER.test(key);
