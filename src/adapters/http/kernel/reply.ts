import * as z from 'zod';
import type { Page } from '../../../ports/kernel/repository.ts';
import type { Links } from './links.ts';
import type { DeferredOutput } from '../../../application/kernel/deferred-output.ts';
import { DeferredBody, EventStream } from './live-body.ts';

/** A public schema and the function that produces its values; the compiler checks that they match. */
export interface Resource<Output> {
  readonly schema: z.ZodType;
  present(output: Output, links: Links): unknown;
}

/** Creates a resource. @param name name of the schema in the OpenAPI document */
export const resource = <S extends z.ZodType, Output>(
  name: string,
  schema: S,
  present: (output: Output, links: Links) => z.input<S>,
): { schema: S; present: (output: Output, links: Links) => z.input<S> } => ({
  schema: schema.meta({ id: name }),
  present,
});

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Identity of a deferred body: equal identities mean equal bodies. */
  readonly identity?: string;
  /** URL of a new resource, if its `urls` do not contain it. */
  readonly location?: string;
}

/** Responses of an operation: the schemas by status, and the conversion of its output. */
export interface Reply<Output> {
  readonly statuses: Readonly<
    Record<number, { readonly description: string; readonly schema?: z.ZodType; readonly isEventStream?: true }>
  >;
  answer(output: Output, links: Links): Answer;
}

const single = <Output>(status: number, description: string, of: Resource<Output>): Reply<Output> => ({
  statuses: { [status]: { description, schema: of.schema } },
  answer: (output, links) => ({ status, body: of.present(output, links) }),
});

/** Reply 200 with the resource. */
export const ok = <Output>(of: Resource<Output>): Reply<Output> => single(200, 'OK', of);
/** Reply 201 with the new resource. */
export const created = <Output>(of: Resource<Output>): Reply<Output> => single(201, 'Created', of);

/** Reply 200 with the resource of an output that is loaded only for clients that do not have it yet. */
export const whenLoaded = <Output>(of: Resource<Output>): Reply<DeferredOutput<Output>> => ({
  statuses: { 200: { description: 'OK', schema: of.schema } },
  answer: ({ identity, load }, links) => ({
    status: 200,
    ...(identity !== undefined && { identity: JSON.stringify([identity, links.identity]) }),
    body: new DeferredBody(async () => of.present(await load(), links)),
  }),
});

/** Output that is made while the client waits; opening and waiting stop with the signal. */
export interface LiveOutput<Output> {
  open(signal: AbortSignal): AsyncIterable<Output>;
  whole(signal: AbortSignal): Promise<Output>;
}

/** Reply 200 with the resource of a live output, once it is complete. */
export const whenComplete = <Output>(of: Resource<Output>): Reply<LiveOutput<Output>> => ({
  statuses: { 200: { description: 'OK', schema: of.schema } },
  answer: (output, links) => ({
    status: 200,
    body: new DeferredBody(async (signal) => of.present(await output.whole(signal), links)),
  }),
});

/** Reply 200 with server-sent events, one for each state of a live output. The schema is that of the data. */
export const events = <Output>(of: Resource<Output>): Reply<Pick<LiveOutput<Output>, 'open'>> => ({
  statuses: {
    200: {
      description: 'Server-sent events; `done` or `error` is the last',
      schema: of.schema,
      isEventStream: true,
    },
  },
  answer: (output, links) => ({
    status: 200,
    body: new EventStream((signal) => presented(output.open(signal), of, links)),
  }),
});

/** Reply 200 with server-sent events, one for each item of a list that is complete. */
export const eventPerItem = <Output>(of: Resource<Output>): Reply<readonly Output[]> => {
  const { statuses, answer } = events(of);
  return { statuses, answer: (items, links) => answer({ open: () => each(items) }, links) };
};

async function* presented<Output>(
  values: AsyncIterable<Output>,
  of: Resource<Output>,
  links: Links,
): AsyncGenerator<unknown> {
  for await (const value of values) yield of.present(value, links);
}
async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Reply 204 without a body. */
export const noContent: Reply<unknown> = {
  statuses: { 204: { description: 'Done' } },
  answer: () => ({ status: 204 }),
};

/** Reply 205 if the use case removed something, 204 if there was nothing to remove. */
export const removed: Reply<boolean> = {
  statuses: { 204: { description: 'The resource did not exist' }, 205: { description: 'Removed' } },
  answer: (didRemove) => ({ status: didRemove ? 205 : 204 }),
};

/** Reply 201 if the use case created the resource, 200 if it updated it. */
export const createdOrUpdated = <Output>(
  of: Resource<Output>,
): Reply<{ readonly created: boolean; readonly value: Output }> => ({
  statuses: { 200: { description: 'Updated', schema: of.schema }, 201: { description: 'Created', schema: of.schema } },
  answer: ({ created: isNew, value }, links) => ({ status: isNew ? 201 : 200, body: of.present(value, links) }),
});

/** Reply 200 with one page of a list; `next.page` is absent on the last page. */
export const list = <Output>(of: Resource<Output>): Reply<Page<Output>> => ({
  statuses: {
    200: {
      description: 'One page of the list',
      schema: z.object({
        items: z.array(of.schema),
        next: z.object({ page: z.string() }).optional(),
        count: z.number().int(),
      }),
    },
  },
  answer: ({ items, next, count }, links) => ({
    status: 200,
    body: {
      items: items.map((item) => of.present(item, links)),
      ...(next !== undefined && { next: { page: next } }),
      count,
    },
  }),
});

/** Drops members that are null or undefined, since resources omit optional fields. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], null> } {
  const kept: Record<string, unknown> = {};
  for (const key in fields) if (fields[key] !== null && fields[key] !== undefined) kept[key] = fields[key];
  return kept as { [K in keyof T]: Exclude<T[K], null> };
}
