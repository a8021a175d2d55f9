import type Koa from 'koa';
import type { TraceHeaders, Tracer } from '../../../ports/kernel/tracer.ts';

/** Records requests as spans under the pattern of their paths. @param untraced paths of health checks */
export function traceRequests(tracer: Tracer, untraced: ReadonlySet<string | RegExp>): Koa.Middleware {
  return (ctx, next) => {
    if (untraced.has(ctx.path)) return next();
    const { traceparent, tracestate } = ctx.req.headers as TraceHeaders;
    const { method } = ctx;
    return tracer.run(
      { name: method, kind: 'server' },
      async (span) => {
        await next();
        const { route = 'none', operation, requestId, loggedPath, actor, organization } = ctx.state;
        span.rename(`${method} ${route}`);
        span.describe({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': ctx.status,
          'url.path': loggedPath,
          'quire.operation': operation,
          'quire.request_id': requestId,
          'quire.organization': organization,
          'enduser.id': actor,
        });
        if (ctx.status >= 500) span.fail();
      },
      { traceparent, tracestate },
    );
  };
}
