import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVariable, serverUrl, type Environment } from '../config/environment.ts';

/** Failure with a one-line message for the operator. */
export class CliError extends Error {}

/** Client of the API of a running instance with the rights of the operator. */
export class ApiClient {
  private constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  /**
   * Creates a client from `QUIRE_URL` and `QUIRE_TOKEN`, else from the address and the operator token of the instance
   * in `DATA_DIR`.
   *
   * @throws CliError
   */
  static fromEnvironment(env: Environment): ApiClient {
    const setting = (name: string): string | undefined => readVariable(env, name);
    const url =
      setting('QUIRE_URL') ??
      setting('PUBLIC_URL') ??
      serverUrl(setting('HOST') ?? '127.0.0.1', setting('PORT') ?? '8080');
    const token = setting('QUIRE_TOKEN') ?? setting('ADMIN_TOKEN') ?? readStoredToken(setting('DATA_DIR') ?? './data');
    return new ApiClient(url.replace(/\/+$/, ''), token);
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
          authorization: `Bearer ${this.token}`,
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

function readStoredToken(dataDir: string): string {
  const file = join(dataDir, 'admin-token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new CliError(
      `the file ${file} contains no operator token: set QUIRE_TOKEN, or set DATA_DIR to the data directory of the instance`,
    );
  }
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
