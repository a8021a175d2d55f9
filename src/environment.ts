import { readFileSync } from 'node:fs';

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a variable, or the file that `NAME_FILE` names; undefined if both are unset or empty.
 * @throws Error of the file system
 */
export function readVariable(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  return file ? readFileSync(file, 'utf8').trim() : env[name] || undefined;
}

/** Returns the URL of a server that listens at a host and port. */
export const serverUrl = (host: string, port: number | string): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
