import { expect } from 'chai';
import { must, type Person, type World } from './world.ts';

/** Space or change request with comments, which have the same operations in both places. */
export interface CommentTarget {
  /** Name in test titles. */
  readonly name: string;
  /** Returns the path of its comments. */
  readonly at: (place: { readonly space: any; readonly changeRequest: any }) => string;
  /** Calls a method of the official client, such as `postComment`, at this place. */
  call(
    person: Person,
    place: { readonly space: any; readonly changeRequest: any },
    method: string,
    ...args: unknown[]
  ): Promise<{ status: number; data: any }>;
  /** Reads the number of open comments from the resource. */
  open(world: World, place: { readonly space: any; readonly changeRequest: any }): Promise<number>;
}

export const PLACES: readonly CommentTarget[] = [
  {
    name: 'a change request',
    at: ({ space, changeRequest }) => `/v1/spaces/${space.id}/change-requests/${changeRequest.id}/comments`,
    call: ({ client }, { space, changeRequest }, method, ...args) =>
      client.spaces[`${method}InChangeRequest`](space.id, changeRequest.id, ...args),
    open: async ({ admin }, { space, changeRequest }) =>
      must(await admin.api.get(`/v1/spaces/${space.id}/change-requests/${changeRequest.id}`), 200).comments,
  },
  {
    name: 'a space',
    at: ({ space }) => `/v1/spaces/${space.id}/comments`,
    call: ({ client }, { space }, method, ...args) => client.spaces[`${method}InSpace`](space.id, ...args),
    open: async ({ admin }, { space }) => must(await admin.api.get(`/v1/spaces/${space.id}`), 200).comments,
  },
];

export const says = (markdown: string): { body: { markdown: string } } => ({ body: { markdown } });

/** Expects a 400 error that names a field. */
export function names(answer: Parameters<typeof must>[0], path: string): void {
  expect(must(answer, 400).error.issues.map((issue: any) => issue.path)).to.include(path);
}
