/** Event of a stream; an event without a name is a `message`. */
interface ServerSentEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Reads events with JSON data from the body of a response. `EventSource` sends no forms. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  try {
    for (let text = ''; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const events = text.split('\n\n');
      text = events.pop()!;
      for (const event of events) {
        const field = (name: string): string | undefined =>
          event
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2);
        const data = field('data');
        if (data !== undefined) yield { name: field('event') ?? 'message', data: JSON.parse(data) };
      }
    }
  } finally {
    void reader.cancel();
  }
}
