import { BUILD } from '../adapters/http/kernel/build.ts';
import type { Telemetry } from '../adapters/telemetry/open-telemetry.ts';
import type { Config } from '../config/config.ts';
import type { Shutdown } from './shutdown.ts';

/** Connects to the configured receiver of traces and metrics, if there is one. */
export async function openTelemetry(
  { openTelemetry: options }: Config,
  shutdown: Shutdown,
): Promise<Telemetry | undefined> {
  if (options === undefined) return undefined;
  // Loaded only now: the SDK takes time and memory.
  const { startOpenTelemetry } = await import('../adapters/telemetry/open-telemetry.ts');
  const telemetry = startOpenTelemetry({ ...options, version: BUILD.version });
  shutdown.add(() => telemetry.stop());
  return telemetry;
}
