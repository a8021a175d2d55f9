import { DomainError } from '../../../domain/kernel/errors.ts';

/** The bodies of current requests use all memory available to them; clients can retry soon. */
export class BodyMemoryExhausted extends DomainError {
  readonly category = 'unavailable';
  constructor() {
    super('the bodies of requests under way already fill the memory set aside for them; retry the request');
  }
}

/** Memory that one request uses for its body, compressed and decompressed. */
export interface BodyReservation {
  /** Adds bytes that were read or decompressed. @throws BodyMemoryExhausted */
  add(bytes: number): void;
  /** Releases all bytes; idempotent. */
  release(): void;
}

/** Divisor of the total for the share of one caller: at least four callers are needed to use all memory. */
const SHARE_DIVISOR = 4;

/**
 * Counts the bytes of all bodies in this process. Bytes count when they arrive, not when they are announced: a client
 * that announces many and sends none takes nothing from others.
 */
export class BodyMemory {
  readonly #share: number;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  /** @param total bytes for the bodies of all requests; one caller may use a quarter, or `least` if that is more */
  constructor(
    private readonly total: number,
    least = 0,
  ) {
    this.#share = Math.max(Math.floor(total / SHARE_DIVISOR), least);
  }

  /** Bytes in use. */
  get held(): number {
    return this.#held;
  }

  /**
   * Begins a reservation, before the first byte is read.
   * @param caller a token, or the network of an anonymous request
   * @param announced bytes that the request says it has; 0 when unknown
   * @throws BodyMemoryExhausted when the announced bytes do not fit
   */
  reserve(caller: string, announced: number): BodyReservation {
    this.#requireRoom(caller, announced);
    let own = 0;
    const change = (bytes: number): void => {
      own += bytes;
      this.#held += bytes;
      const heldByCaller = (this.#heldBy.get(caller) ?? 0) + bytes;
      if (heldByCaller > 0) this.#heldBy.set(caller, heldByCaller);
      else this.#heldBy.delete(caller);
    };
    return {
      add: (bytes) => {
        this.#requireRoom(caller, bytes);
        change(bytes);
      },
      release: () => change(-own),
    };
  }

  #requireRoom(caller: string, bytes: number): void {
    const heldByCaller = this.#heldBy.get(caller) ?? 0;
    if (this.#held + bytes > this.total || heldByCaller + bytes > this.#share) throw new BodyMemoryExhausted();
  }
}
