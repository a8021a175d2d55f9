const NUMBER = /^[1-9][0-9]{0,8}$/;

/** Whether a key of a change request is its number within the space; else it is an id. */
export const isNumber = (key: string): boolean => NUMBER.test(key);
