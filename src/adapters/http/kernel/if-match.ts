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

const REVISION = /^"([0-9A-Za-z]{20})(?:\.[\w-]+)?"$/;

/** Parses `If-Match` of content: a quoted revision or an `ETag`; `*` is no condition. */
export function parseIfMatch(header: string): { ifMatch?: string } {
  if (header === '' || header.trim() === '*') return {};
  const revision = REVISION.exec(header.trim())?.[1];
  if (revision === undefined) throw Invalid.field('If-Match', 'must be one revision ID in double quotes');
  return { ifMatch: revision };
}

/**
 * Creates a function that returns a check that the present `ETag` of a resource matches `If-Match`; undefined without the
 * header.
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
  return (ctx, origin, path) => {
    const named = ctx.get('if-match').trim();
    if (named === '' || named === '*') return undefined;
    return async () => {
      const output = await application.execute(look, origin, { ...path, ...readShown('') }).catch((error: unknown) => {
        throw error instanceof NotFound
          ? new PreconditionFailed('If-Match cannot match because the resource does not exist')
          : error;
      });
      const answer = shown.returns.answer(output, linksFor(ctx, links));
      const { etag: present } = await serializeAnswer(answer, shown.revision?.(output));
      if (present === undefined || !matchesEtag(present, named))
        throw new PreconditionFailed('the resource has changed since the ETag in If-Match; fetch it again');
    };
  };
}
