import type {
  FetchOptions,
  FetchResponse,
  FetchSession,
  GuardedFetch,
  ResolvedHost,
  StreamingResponse,
} from '../../ports/kernel/guarded-fetch.ts';
import type { Span, Tracer } from '../../ports/kernel/tracer.ts';

/**
 * Fetch whose requests are spans. They name the host and the status only: paths and queries may contain secrets. The
 * trace is not passed on to the other server.
 */
export class TracedFetch implements GuardedFetch {
  constructor(
    private readonly inner: GuardedFetch,
    private readonly tracer: Tracer,
  ) {}

  fetch(url: string, options: FetchOptions): Promise<FetchResponse> {
    return this.#trace(url, options, () => this.inner.fetch(url, options));
  }

  open(url: string, options: FetchOptions): Promise<StreamingResponse> {
    return this.#trace(url, options, () => this.inner.open(url, options));
  }

  assertAllowed(url: string, signal?: AbortSignal): Promise<ResolvedHost> {
    return this.inner.assertAllowed(url, signal);
  }

  session(): FetchSession {
    const session = this.inner.session();
    return Object.assign(new TracedFetch(session, this.tracer), { end: () => session.end() });
  }

  #trace<T extends { readonly status: number }>(
    url: string,
    { method = 'GET' }: FetchOptions,
    request: () => Promise<T>,
  ): Promise<T> {
    const host = URL.canParse(url) ? new URL(url).host : undefined;
    const attributes = { 'http.request.method': method, 'server.address': host };
    return this.tracer.run(
      { name: `${method} ${host ?? 'invalid URL'}`, kind: 'client', attributes },
      async (span: Span) => {
        const response = await request();
        span.describe({ 'http.response.status_code': response.status });
        return response;
      },
    );
  }
}
