import { expect } from 'chai';
import { SiteUrls } from '../../../../src/domain/sites/site-urls.ts';

const SITE = { id: 's1', basename: 'docs', servedHostname: null, proxy: null };

describe('SiteUrls', () => {
  it('uses the scheme and the port of the instance for hostnames, but not its path', () => {
    const hosted = (publicUrl: string) =>
      new SiteUrls(publicUrl).canonical({ ...SITE, servedHostname: 'docs.example.org' });
    expect(hosted('http://127.0.0.1:8080')).to.equal('http://docs.example.org:8080/');
    expect(hosted('https://quire.example.org')).to.equal('https://docs.example.org/');
    expect(hosted('https://quire.example.org:443/base/')).to.equal('https://docs.example.org/');
  });

  it('prefers the proxy to the hostname, and the hostname to the basename', () => {
    const homes = new SiteUrls('https://quire.example.org/base/');
    expect(homes.canonical(SITE)).to.equal('https://quire.example.org/base/sites/docs/');
    expect(homes.canonical({ ...SITE, servedHostname: 'docs.example.org' })).to.equal('https://docs.example.org/');
    expect(homes.canonical({ ...SITE, servedHostname: 'docs.example.org', proxy: 'example.org/docs' })).to.equal(
      'https://example.org/docs/',
    );
    expect(homes.proxyTarget(SITE)).to.equal('https://quire.example.org/base/proxied/s1/');
    expect([homes.byHostname(SITE), homes.byProxy(SITE)]).to.deep.equal([undefined, undefined]);
  });
});
