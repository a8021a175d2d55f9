import type { Database } from '../adapters/persistence/mikro-orm/kernel/database.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../ports/kernel/clock.ts';
import type { Tracer } from '../ports/kernel/tracer.ts';

/** Facts about the instance that are known when it starts. */
export interface RuntimeContext {
  readonly config: Config;
  /** Directory for Git operations, of this process alone. */
  readonly gitDirectory: string;
  readonly publicUrl: string;
  readonly secretKey: string;
  /** Open database; absent for storage in memory. */
  readonly database?: { readonly open: Database; readonly url: string; readonly embedded: boolean };
  /** Cost of password hashes as a power of two; set by tests only, which create many. */
  readonly passwordCost?: number | undefined;
  /** Folder of the bundle whose modules threads and child processes begin with; set by tests only, as it is quicker. */
  readonly compiledModules?: URL | undefined;
  /** Clock of tests. */
  readonly clock?: Clock | undefined;
  /** Reports whether the instance is shutting down. */
  readonly isDraining: () => boolean;
  /** Records traces; absent: none. */
  readonly tracer?: Tracer | undefined;
}
