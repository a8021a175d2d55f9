import { expect } from 'chai';
import type { Instance } from '../../src/instance.ts';
import { sendRequest, type TextRequest } from './send-request.ts';

/** Page as a browser without scripts shows it. */
export interface BrowserPage {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Path of the current page. */
  readonly at: string;
  /** Error shown on the page. */
  readonly alert: string | undefined;
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Browser that keeps cookies, follows redirects on its own host and submits forms. */
export class WebBrowser {
  readonly cookies = new Map<string, string>();
  seen!: BrowserPage;

  constructor(
    private readonly instance: Pick<Instance, 'url'>,
    /** Headers of every request, like those of a browser. */
    readonly headers: Record<string, string> = {},
  ) {}

  async open(path: string, request: Partial<TextRequest> = {}, follow = true): Promise<BrowserPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { status, text, headers } = await sendRequest(this.instance.url + path, {
      method: 'GET',
      ...request,
      headers: { ...this.headers, ...(cookie !== '' && { cookie }), ...request.headers },
    });
    for (const line of headers.getSetCookie()) {
      const [pair] = line.split(';') as [string];
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = headers.get('location');
    if (follow && location !== null) {
      expect(location, 'a path of our own').to.match(/^\/(?!\/)/);
      return this.open(location);
    }
    const alert = /<p role="alert">([^<]*)</.exec(text)?.[1];
    return (this.seen = {
      status,
      text,
      headers,
      at: path,
      alert: alert === undefined ? undefined : unescaped(alert),
    });
  }

  /** Submits the form of the current page with that action and its hidden fields. */
  async send(
    action: string,
    fields: Record<string, string> = {},
    {
      follow = true,
      headers = {},
      only = (_: string) => true,
    }: { follow?: boolean; headers?: Record<string, string>; only?: (form: string) => boolean } = {},
  ): Promise<BrowserPage> {
    const forms = [...this.seen.text.matchAll(/<form method="post"(?: action="([^"]*)")?>([\s\S]*?)<\/form>/g)];
    const form = forms.find(([, to = '', body]) => to === action && only(body!));
    expect(form, `a form for ${action} in ${this.seen.text}`).not.to.equal(undefined);
    const hidden = [
      ...form![2]!.matchAll(/<input type="hidden" name="([^"]+)"(?: autocomplete="\w+")? value="([^"]*)">/g),
    ].map(([, name, value]) => [name!, unescaped(value!)] as [string, string]);
    return this.post(
      action === '' ? this.seen.at : action,
      { ...Object.fromEntries(hidden), ...fields },
      { follow, headers },
    );
  }

  post(
    path: string,
    fields: Record<string, string>,
    { follow = true, headers = {} }: { follow?: boolean; headers?: Record<string, string> } = {},
  ): Promise<BrowserPage> {
    return this.open(
      path,
      {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      },
      follow,
    );
  }

  get session(): string | undefined {
    return this.cookies.get('quire-session');
  }

  async signIn(email: string, password: string, to = ''): Promise<BrowserPage> {
    await this.open(`/sign-in${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`);
    return this.send('/sign-in', { email, password });
  }
}
