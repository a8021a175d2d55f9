import { inflateRawSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { goodResponse, posted, type SamlResponseData } from './saml-documents.ts';
import { selfSigned, type SelfSigned } from '../servers/self-signed.ts';
import { WebBrowser, type BrowserPage } from '../web-browser.ts';
import { must, type World } from '../world.ts';

/** Proves a domain of the world's organization as the operator. */
export async function proveDomain(world: World, domain: string): Promise<void> {
  must(await world.operator.put(`/v1/instance/orgs/${world.organizationId}/email-domains/${domain}/proof`), 200);
}

/** Identity provider of an organization whose responses the test writes. */
export class SamlWorld {
  private constructor(
    readonly world: World,
    readonly keys: SelfSigned,
    readonly provider: any,
    /** Domain of the organization. */
    readonly domain: string,
  ) {}

  static async create(world: World, more: object = {}): Promise<SamlWorld> {
    const domain = `${randomBytes(6).toString('hex')}.example`;
    const keys = selfSigned();
    await proveDomain(world, domain);
    const details = {
      label: 'Test IdP',
      entityID: `urn:idp:${domain}`,
      ssoURL: `https://idp.${domain}/sso`,
      certificate: keys.certificate,
      defaultRole: 'comment',
      ...more,
    };
    return new SamlWorld(
      world,
      keys,
      must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/saml`, details), 201),
      domain,
    );
  }

  /** Finds the member with an address; undefined if there is none. */
  async memberNamed(email: string): Promise<any> {
    return must(
      await this.world.admin.api.get(`/v1/orgs/${this.world.organizationId}/members?limit=1000`),
      200,
    ).items.find(({ user }: any) => user.email === email);
  }
  /** Finds the account with an address in any organization. */
  async accountOf(email: string): Promise<any> {
    return must(await this.world.operator.get('/v1/instance/users?limit=1000'), 200).items.find(
      (user: any) => user.email === email,
    );
  }

  get api(): string {
    return `/v1/orgs/${this.world.organizationId}/saml/${this.provider.id}`;
  }
  path(of: 'login' | 'acs' | 'finish'): string {
    return `/saml/${this.provider.id}/${of}`;
  }
  browser(): WebBrowser {
    return new WebBrowser(this.world.instance);
  }
  someone(name = randomBytes(4).toString('hex')): string {
    return `${name}@${this.domain}`;
  }

  /**
   * Starts to sign in.
   *
   * @returns the id of the request to the provider
   */
  async begin(browser: WebBrowser, query = ''): Promise<string> {
    const { status, headers } = await browser.open(this.path('login') + query, {}, false);
    expect(status).to.equal(303);
    const url = new URL(headers.get('location')!);
    expect(url.origin + url.pathname).to.equal(this.provider.ssoURL);
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString();
    return / ID="([^"]+)"/.exec(request)![1]!;
  }
  saying(nameId: string, more: Partial<SamlResponseData> = {}): SamlResponseData {
    return {
      issuer: this.provider.entityID,
      audience: this.provider.service.entityID,
      recipient: this.provider.service.acsURL,
      nameId,
      ...more,
    };
  }
  /** Posts a document to the instance and follows the redirects. */
  postResponse(
    browser: WebBrowser,
    xml: string,
    fields: Record<string, string> = {},
    follow = true,
  ): Promise<BrowserPage> {
    return browser.post(
      this.path('acs'),
      { SAMLResponse: posted(xml), ...fields },
      { follow, headers: { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' } },
    );
  }
  /** Signs in with a valid response. */
  async signIn(nameId: string, more: Partial<SamlResponseData> = {}, browser = this.browser()): Promise<WebBrowser> {
    const inResponseTo = await this.begin(browser);
    const { status, text } = await this.postResponse(
      browser,
      goodResponse(this.saying(nameId, { inResponseTo, ...more }), this.keys),
    );
    expect(status, text).to.equal(200);
    expect(browser.session, 'a session').to.be.a('string');
    return browser;
  }
  /**
   * Answers a request with an invalid response.
   *
   * @returns the message shown to the person
   */
  async refused(make: (inResponseTo: string) => string, fields: Record<string, string> = {}): Promise<string> {
    const browser = this.browser();
    const { status, alert, text } = await this.postResponse(browser, make(await this.begin(browser)), fields, false);
    expect(status, text).to.equal(403);
    expect(browser.session).to.equal(undefined);
    return alert!;
  }
}
