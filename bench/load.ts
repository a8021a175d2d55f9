import autocannon from 'autocannon';

/** One load run in a separate process: options as JSON in the first argument, results as JSON on standard output. */
export interface Load {
  readonly url: string;
  readonly paths: readonly string[];
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly token?: string;
  readonly connections: number;
  readonly seconds: number;
}
export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
}

const { url, paths, method = 'GET', body, token, connections, seconds }: Load = JSON.parse(process.argv[2]!);
const headers = {
  ...(token && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
};
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: paths.map((path) => ({ method, path, headers, ...(body && { body }) })),
  ...(body && { idReplacement: true }),
});
const figures: Figures = {
  perSecond: result.requests.average,
  p50: result.latency.p50,
  p99: result.latency.p99,
  errors: result.errors + result.non2xx,
};
process.stdout.write(JSON.stringify(figures));
