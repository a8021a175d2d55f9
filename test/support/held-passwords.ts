import { Tokens } from '../../src/composition/tokens.ts';
import type { Instance } from '../../src/instance.ts';
import type { PasswordHasher } from '../../src/ports/sessions.ts';

/** Delays the results of password checks of an instance, like a long queue of hashes does. */
export class HeldPasswords {
  #held: { readonly reached: () => void; readonly released: Promise<void> } | undefined;

  /** @param instance instance of this test, because all of its password checks are delayed */
  constructor(instance: Pick<Instance, 'container'>) {
    const passwords = instance.container.get(Tokens.Services).passwords as {
      -readonly [K in keyof PasswordHasher]: PasswordHasher[K];
    };
    const matches = passwords.verify.bind(passwords);
    passwords.verify = async (...of) => {
      const result = await matches(...of);
      const held = this.#held;
      this.#held = undefined;
      held?.reached();
      await held?.released;
      return result;
    };
  }

  /** Starts a password check, runs `meanwhile` while its result is held back, and returns the result. */
  async during<T>(start: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
    let release!: () => void;
    let reached!: () => void;
    const hasReached = new Promise<void>((resolve) => (reached = resolve));
    this.#held = { reached, released: new Promise((resolve) => (release = resolve)) };
    const started = start();
    await Promise.race([hasReached, started]);
    try {
      await meanwhile();
    } finally {
      release();
    }
    return started;
  }
}
