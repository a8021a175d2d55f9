import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type Koa from 'koa';
import { referenceHandlers } from '../../../../src/adapters/http/system/reference.handlers.ts';
import { temporaryFolder } from '../../../support/backends.ts';

describe('referenceHandlers', () => {
  it('serves the document at the request after one that could not read it', async () => {
    const file = join(temporaryFolder(), 'openapi.json');
    const { handle } = referenceHandlers(file).find(({ path }) => path === '/openapi.json')!;
    const request = async (): Promise<unknown> => {
      const ctx = { set: () => {} } as unknown as Koa.Context;
      await handle(ctx);
      return ctx.body;
    };
    expect(await request().catch(({ code }: NodeJS.ErrnoException) => code)).to.equal('ENOENT');
    writeFileSync(file, '{ "openapi": "3.1.0" }');
    expect(await request()).to.equal('{"openapi":"3.1.0"}');
  });
});
