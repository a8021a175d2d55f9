import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { FairPool } from '../application/kernel/fair-pool.ts';
import { normalizePassword } from '../domain/sessions/password-rules.ts';
import type { ResourceConsumer } from '../ports/kernel/request-limits.ts';
import type { PasswordHasher } from '../ports/sessions.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * Cost parameter: N = 2^15, r = 8, p = 3 take 32 MB and about a quarter of a second, as strong as 2^17 with p = 1 at a
 * quarter of the memory.
 */
const LOG_N = 15;
const R = 8;
const P = 3;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const ENCODED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/;
/** Limits on concurrent hashes; more would occupy the threads that read files and resolve names. */
const HASH_LIMITS = {
  work: 'password checks',
  group: 'your network',
  places: 2,
  perOrganization: 1,
  perUser: 1,
  waiting: { total: 200, perOrganization: 60, perUser: 10 },
  waitMs: 20_000,
};

const scryptOptions = (logN: number, r: number, p: number): ScryptOptions => ({
  N: 2 ** logN,
  r,
  p,
  maxmem: 256 * 2 ** logN * r,
});

/** Hashes passwords with scrypt and stores the parameters in each hash, so that they can be raised later. */
export class ScryptPasswords implements PasswordHasher {
  /** Hash that a password is compared with when the user has none, so that both cases take the same time. */
  readonly #dummyHash: string;
  readonly #pool = new FairPool(HASH_LIMITS);

  /** @param logN cost of new hashes as a power of two; each step doubles time and memory */
  constructor(private readonly logN = LOG_N) {
    this.#dummyHash = this.#encode(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  }

  async hash(password: string, holder: ResourceConsumer): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return this.#encode(salt, await this.#derive(password, salt, KEY_BYTES, scryptOptions(this.logN, R, P), holder));
  }

  async verify(password: string, hash: string | null | undefined, holder: ResourceConsumer): Promise<boolean> {
    const [, logN, r, p, salt, key] = ENCODED.exec(hash ?? this.#dummyHash) ?? ENCODED.exec(this.#dummyHash)!;
    const expected = Buffer.from(key!, 'base64url');
    const options = scryptOptions(Number(logN), Number(r), Number(p));
    const derived = await this.#derive(password, Buffer.from(salt!, 'base64url'), expected.length, options, holder);
    return timingSafeEqual(derived, expected) && hash != null;
  }

  #derive(
    password: string,
    salt: Buffer,
    length: number,
    options: ScryptOptions,
    holder: ResourceConsumer,
  ): Promise<Buffer> {
    return this.#pool.run(holder, () => derive(normalizePassword(password), salt, length, options));
  }

  #encode(salt: Buffer, key: Buffer): string {
    return `$scrypt$ln=${this.logN},r=${R},p=${P}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  }
}
