declare module 'autocannon' {
  /** Part of the autocannon API that the benchmark uses. */
  export default function autocannon(options: object): Promise<{
    readonly requests: { readonly average: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly errors: number;
    readonly non2xx: number;
  }>;
}
