import { readFileSync } from 'node:fs';

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a variable, or the file that `NAME_FILE` names; undefined if both are unset or empty.
 * @throws Error with one line that names the variable of a file that cannot be read
 */
export function readVariable(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] || undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name}_FILE: ${(error as Error).message}`, { cause: error });
  }
}

/** Hosts that stand for all addresses of a machine, with the one at which the machine reaches itself. */
const ALL_ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** Reports whether a server at this host listens at all addresses of the machine. */
export const listensEverywhere = (host: string): boolean => ALL_ADDRESSES.has(host);

/** Returns the URL at which this machine reaches a server that listens at a host and port. */
export function serverUrl(host: string, port: number | string): string {
  const address = ALL_ADDRESSES.get(host) ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
