import { randomInt } from 'node:crypto';
import { FIRST_LETTER, ID_ALPHABET as ALPHABET, ID_LENGTH, type Id } from '../../domain/kernel/id.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { Clock } from '../../ports/kernel/clock.ts';

const TIME_LENGTH = 8;
const RANDOM_LENGTH = ID_LENGTH - TIME_LENGTH;
/** Length of an id that is also a secret. */
const SECRET_LENGTH = 22;

/**
 * Generates ids of 8 characters of milliseconds and 12 random characters (71 bits); within one millisecond the random
 * part is incremented. Every id begins with a letter.
 */
export class TimeOrderedIds implements Ids {
  #last = 0;
  #random: number[] = [];

  /** @param now returns the time in milliseconds since 1970 */
  constructor(private readonly now: () => number = Date.now) {}

  next(): Id {
    const now = this.now();
    if (now > this.#last) {
      this.#last = now;
      this.#random = Array.from({ length: RANDOM_LENGTH }, () => randomInt(ALPHABET.length));
      // Leaves room for increments: the first digit never starts at its maximum.
      this.#random[0]! %= ALPHABET.length - 1;
    } else this.#increment();
    return encodeTime(this.#last) + this.#random.map((digit) => ALPHABET[digit]).join('');
  }

  random(): Id {
    const letter = ALPHABET[randomInt(FIRST_LETTER, ALPHABET.length)]!;
    return letter + Array.from({ length: SECRET_LENGTH - 1 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  }

  #increment(): void {
    for (let i = RANDOM_LENGTH - 1; i >= 0; i--) {
      this.#random[i] = (this.#random[i]! + 1) % ALPHABET.length;
      if (this.#random[i] !== 0) return;
    }
  }
}

/**
 * Encodes a time with a letter as its first digit, until the year 7772. Ids of earlier versions, which begin with `0`, are less.
 */
function encodeTime(ms: number): string {
  let text = '';
  for (
    let rest = ms + FIRST_LETTER * ALPHABET.length ** (TIME_LENGTH - 1), i = 0;
    i < TIME_LENGTH;
    i++, rest = Math.floor(rest / ALPHABET.length)
  )
    text = ALPHABET[rest % ALPHABET.length] + text;
  return text;
}

export const systemClock: Clock = { now: () => new Date().toISOString() };
