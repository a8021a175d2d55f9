import { expect } from 'chai';
import fc from 'fast-check';
import type Koa from 'koa';
import { sessionCookie } from '../../../../src/adapters/http/sessions/session-cookie.ts';
import { html } from '../../../../src/adapters/html.ts';
import { ownPath } from '../../../../src/adapters/http/kernel/web/own-path.ts';
import { checkProperty } from '../../../support/properties.ts';

describe('session cookie', () => {
  const secret = `qs_${'a'.repeat(32)}`;
  const context = (cookie = '') => {
    const set: string[] = [];
    return {
      ctx: {
        get: (name: string) => (name === 'cookie' ? cookie : ''),
        append: (_: string, value: string) => set.push(value),
        set: () => {},
      } as unknown as Koa.Context,
      set,
    };
  };

  it('is bound to the host, and to HTTPS where the public URL uses it', () => {
    const { ctx, set } = context();
    sessionCookie('https://docs.example').write(ctx, { secret, expiresAt: '2031-01-01T00:00:00.000Z' });
    sessionCookie('https://docs.example').clear(ctx);
    expect(set).to.deep.equal([
      `__Host-quire-session=${secret}; Expires=Wed, 01 Jan 2031 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax; Secure`,
      '__Host-quire-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    ]);
    expect(sessionCookie('https://docs.example').read(context(`quire-session=${secret}`).ctx)).to.equal(undefined);
    expect(sessionCookie('https://docs.example').read(context(`a=b; __Host-quire-session=${secret}`).ctx)).to.equal(
      secret,
    );
  });

  it('accepts only values that have the form of a session secret', () => {
    const { read } = sessionCookie('http://127.0.0.1');
    for (const value of [
      `qr_${'a'.repeat(32)}`,
      `qs_${'a'.repeat(31)}`,
      `qs_${'a'.repeat(33)}`,
      'qs_',
      '',
      `${secret}"`,
    ])
      expect(read(context(`quire-session=${value}`).ctx), value).to.equal(undefined);
    expect(read(context(`quire-session=${secret}`).ctx)).to.equal(secret);
  });
});

describe('page to return to after sign-in', () => {
  it('is a path of this instance', () => {
    for (const path of ['/app', '/app/orgs/x', '/account', '/account?x=y', '/invitations/ql_x', '/join/a/b'])
      expect(ownPath(path)).to.equal(path);
  });

  it('is the start page for any other value', () => {
    for (const path of [
      '',
      '/',
      '//evil',
      '///evil',
      '/\\evil',
      '\\evil',
      'https:evil',
      'https://evil',
      'app',
      'app.example.com.evil',
      '/app\\@evil',
      '/app/../v1/user',
      '/app/..//evil',
      '/%2e%2e//evil',
      '/app\n',
      '/\u0000app',
      '/apps',
      '/sign-out',
      `/app/${'x'.repeat(2000)}`,
      'javascript:alert(1)',
    ])
      expect(ownPath(path), path).to.equal('/app');
  });

  it('never leads to another host', () => {
    checkProperty(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', 'app', 'evil', '.', '..', ':', '@', '%2f', '?', '#', ' ', '\t') }),
        (text) => {
          const path = ownPath(text);
          expect(path).to.match(/^\/(?:app|account|invitations|join)(?:[/?]|$)/);
          expect(new URL(path, 'https://own.example').origin).to.equal('https://own.example');
        },
      ),
    );
  });
});

describe('html', () => {
  it('escapes text in elements and in attributes', () => {
    expect(
      html`<p title="${'"><script>'}">${`<b>&'`} ${[html`<i>${1}</i>`, undefined, false, null]}</p>`.value,
    ).to.equal('<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;&#39; <i>1</i></p>');
  });
});
