import type Koa from 'koa';
import type { Application } from '../../../application/kernel/application.ts';
import type { Origin } from '../../../application/kernel/authorizer.ts';
import type { UseCase } from '../../../application/kernel/use-case.ts';
import { Invalid, NotFound, PreconditionFailed } from '../../../domain/kernel/errors.ts';
import { queryReader } from './input.ts';
import { matchesEtag } from './is-unchanged.ts';
import { linksFor, type Links } from './links.ts';
import type { Route } from './route.ts';
import { serializeAnswer } from './serialize-answer.ts';

/** Quoted revision or `ETag`, which is weak if a proxy on the way compresses. */
const REVISION = /^(?:W\/)?"([0-9A-Za-z]{20})(?:\.[\w-]+)?"$/;

/** Parses `If-Match` of content: a quoted revision or an `ETag`; `*` is no condition, but an empty text is none of these. */
export function parseIfMatch(header: string | undefined): { ifMatch?: string } {
  if (header === undefined || header.trim() === '*') return {};
  const revision = REVISION.exec(header.trim())?.[1];
  if (revision === undefined) throw Invalid.field('If-Match', 'must be one revision ID in double quotes');
  return { ifMatch: revision };
}

/** Conditions of a request that changes a resource. */
interface Conditions {
  /** ETags of which the resource must have one, or `*` if it only must exist; an empty list is met by no resource. */
  readonly match: string | undefined;
  /** ETags of which the resource must have none, or `*` if it must not exist; an empty text is no condition. */
  readonly noneMatch: string;
}

/**
 * Creates a function that returns a check that the present state of a resource satisfies `If-Match` and `If-None-Match`;
 * undefined without these headers. RFC 9110, section 13.1.
 * @param shown the GET route of the resource
 */
export function conditionReader(
  shown: Route | undefined,
  { application, links }: { readonly application: Application; readonly links: Links },
): (ctx: Koa.Context, origin: Origin, path: object) => (() => Promise<void>) | undefined {
  if (shown === undefined) return () => undefined;
  const readShown = queryReader({ ...shown.query });
  // The client does not see this read: it must not be recorded as an audit event, which would also take a second
  // connection.
  const look = { ...shown.useCase, auditEvent: undefined } as UseCase;
  /** Returns the present ETag; undefined if the resource does not exist. */
  const readEtag = async (ctx: Koa.Context, origin: Origin, path: object): Promise<string | undefined> => {
    try {
      const output = await application.execute(look, origin, { ...path, ...readShown('') });
      const answer = shown.returns.answer(output, linksFor(ctx, links));
      return (await serializeAnswer(answer, shown.revision?.(output))).etag ?? '';
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  };
  return (ctx, origin, path) => {
    const conditions = { match: ctx.headers['if-match']?.trim(), noneMatch: ctx.get('if-none-match').trim() };
    if (conditions.match === undefined && conditions.noneMatch === '') return undefined;
    return async () => requireConditions(await readEtag(ctx, origin, path), conditions);
  };
}

/** @throws PreconditionFailed */
function requireConditions(present: string | undefined, { match, noneMatch }: Conditions): void {
  if (match !== undefined && present === undefined)
    throw new PreconditionFailed('If-Match cannot match because the resource does not exist');
  if (match !== undefined && match !== '*' && !matchesEtag(present!, match))
    throw new PreconditionFailed('the resource has changed since the ETag in If-Match; fetch it again');
  if (noneMatch === '' || present === undefined) return;
  if (noneMatch === '*')
    throw new PreconditionFailed('the resource exists already; If-None-Match: * is for creating it');
  if (matchesEtag(present, noneMatch))
    throw new PreconditionFailed('the resource has an ETag that If-None-Match excludes');
}
