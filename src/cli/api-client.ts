import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVariable, serverUrl, type Environment } from '../config/environment.ts';

/** Failure with a one-line message for the operator. */
export class CliError extends Error {}

/** Client of the API of a running instance with the rights of the operator. */
export class ApiClient {
  private constructor(
    readonly url: string,
    private readonly token: OperatorToken,
  ) {}

  /**
   * Creates a client from `QUIRE_URL` and `QUIRE_TOKEN`, else from the address and the operator token of the instance
   * in `DATA_DIR`.
   *
   * @throws CliError that names the variable to correct
   */
  static fromEnvironment(env: Environment): ApiClient {
    const setting = (name: string): string | undefined => readVariable(env, name);
    return new ApiClient(readUrl(setting), readToken(setting));
  }

  /**
   * Sends a request and returns the parsed response.
   *
   * @throws CliError with the error message of the API
   */
  async call<T = any>(method: string, path: string, body?: unknown): Promise<T> {
    let response: Response;
    try {
      response = await fetch(this.url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.token.value}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw new CliError(
        `no Quire instance responds at ${this.url}: start the instance, or set QUIRE_URL (${errorCause(error)})`,
      );
    }
    const text = await response.text();
    if (response.status === 401 && errorMessage(text) !== undefined)
      throw new CliError(
        `401: ${this.url} does not accept the token of ${this.token.source}: set QUIRE_TOKEN to the operator's token`,
      );
    if (!response.ok) throw new CliError(`${response.status}: ${errorMessage(text) ?? response.statusText}`);
    try {
      return (text === '' ? undefined : JSON.parse(text)) as T;
    } catch {
      throw new CliError(`${this.url} is no Quire instance: set QUIRE_URL to the address of one`);
    }
  }

  /** Yields every item of a paginated list. */
  async *listAll<T = any>(path: string): AsyncGenerator<T> {
    let page: string | undefined;
    do {
      const { items, next } = await this.call<{ items: T[]; next?: { page: string } }>(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}limit=1000${page === undefined ? '' : `&page=${encodeURIComponent(page)}`}`,
      );
      yield* items;
      page = next?.page;
    } while (page !== undefined);
  }
}

type Setting = (name: string) => string | undefined;

/** Token, and the variable or file that it comes from. */
interface OperatorToken {
  readonly value: string;
  readonly source: string;
}

/** Returns the base URL of the instance. @throws CliError */
function readUrl(setting: Setting): string {
  for (const name of ['QUIRE_URL', 'PUBLIC_URL']) {
    const url = setting(name);
    if (url === undefined) continue;
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new CliError(`${name}: must be an http or https URL`);
    const { origin, pathname } = new URL(url);
    if (!/^\/*$/.test(pathname)) throw new CliError(`${name}: must have no path, as in ${origin}`);
    return origin;
  }
  const url = serverUrl(setting('HOST') ?? '127.0.0.1', setting('PORT') ?? '8080');
  if (!URL.canParse(url)) throw new CliError(`HOST and PORT give no URL (${url}): correct them, or set QUIRE_URL`);
  return url;
}

/** Returns the token of the operator. @throws CliError that does not contain the token */
function readToken(setting: Setting): OperatorToken {
  for (const source of ['QUIRE_TOKEN', 'ADMIN_TOKEN']) {
    const value = setting(source);
    if (value === undefined) continue;
    if (!/^[\x21-\x7e]+$/.test(value)) throw new CliError(`${source}: must be one token without white space`);
    return { value, source };
  }
  return readStoredToken(setting('DATA_DIR') ?? './data');
}

function readStoredToken(dataDir: string): OperatorToken {
  const file = join(dataDir, 'admin-token');
  const missing = (reason: string) =>
    new CliError(`the file ${file} ${reason}: set QUIRE_TOKEN, or set DATA_DIR to the data directory of the instance`);
  let value;
  try {
    value = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw missing(
      code === 'ENOENT' || code === 'ENOTDIR' ? 'with the operator token does not exist' : `cannot be read (${code})`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(value)) throw missing('contains no operator token');
  return { value, source: file };
}

const errorCause = (error: unknown): string =>
  ((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).message;

function errorMessage(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return undefined;
  }
}
