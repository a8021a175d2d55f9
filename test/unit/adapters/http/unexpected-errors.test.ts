import { expect } from 'chai';
import * as z from 'zod';
import { ok, resource } from '../../../../src/adapters/http/kernel/reply.ts';
import { route, tagged } from '../../../../src/adapters/http/kernel/route.ts';
import { query } from '../../../../src/application/kernel/use-case.ts';
import { send, serve } from '../../../support/http-server.ts';

const failing = query<object>()({
  name: 'failing',
  requires: 'nothing',
  scope: () => 'public' as const,
  run: async (): Promise<object> => {
    throw new Error('secret detail');
  },
});
const ROUTES = tagged('Test', [
  route('GET /v1/failing', failing, {
    summary: 'Fail',
    returns: ok(resource('Nothing', z.object({}), () => ({}))),
  }),
]);

describe('unexpected errors', () => {
  it('are logged and answered with 500, without details and without caching', async () => {
    const server = await serve(ROUTES);
    const { status, headers, body, text } = await send(server.url, { path: '/v1/failing' });
    expect({ status, code: body.error.code, caching: headers['cache-control'] }).to.deep.equal({
      status: 500,
      code: 500,
      caching: 'no-store',
    });
    expect(headers).not.to.have.any.keys('etag', 'content-encoding');
    expect(text).not.to.include('secret detail');
    expect(server.logged()).to.include('unexpected error').and.include('secret detail');
  });
});
