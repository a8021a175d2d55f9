/** Values that describe a span; undefined ones are left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  readonly name: string;
  /** `server` for a received request, `client` for one to another server, `consumer` for a job; `internal` by default. */
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** Headers that name the trace of a request (W3C Trace Context). */
export interface TraceHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** Running span. */
export interface Span {
  rename(name: string): void;
  describe(attributes: SpanAttributes): void;
  /** Marks the span as failed. */
  fail(): void;
}

/** Span that is known only after it ended. */
export interface EndedSpan extends SpanOptions {
  /** Duration; the span ended now. */
  readonly ms: number;
  readonly failed: boolean;
}

/** Records what the instance does as spans of distributed traces. Names and attributes must contain no secrets. */
export interface Tracer {
  /**
   * Runs a task within a span, which ends with the task. An unexpected error marks the span as failed.
   * @param headers headers of a received request, whose trace the span continues
   */
  run<T>(options: SpanOptions, task: (span: Span) => Promise<T>, headers?: TraceHeaders): Promise<T>;
  /** Records a span of the present one that ended now. */
  record(span: EndedSpan): void;
  /** Identifies the present span, for log lines; undefined outside of spans. */
  current(): { readonly traceId: string; readonly spanId: string } | undefined;
}
