/** Event of a stream, with its data as JSON. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: any;
}

/** Parses server-sent events as this API sends them: each with one line of data. Comments are left out. */
export const parseEvents = (text: string): readonly ServerSentEvent[] =>
  text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1] ?? 'message',
      data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!),
    }));
