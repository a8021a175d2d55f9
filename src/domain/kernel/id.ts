/** Id: 20 characters of [0-9A-Za-z], time-ordered, compared bytewise (design: ids). */
export type Id = string;

export const ID_LENGTH = 20;
const ID_PATTERN = /^[0-9A-Za-z]{20}$/;

/** Tells whether `text` has the format of an id; says nothing about existence. */
export const isId = (text: string): text is Id => ID_PATTERN.test(text);
