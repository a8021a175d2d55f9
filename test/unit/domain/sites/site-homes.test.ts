import { expect } from 'chai';
import { SiteHomes } from '../../../../src/domain/sites/site-homes.ts';

const SITE = { id: 's1', basename: 'docs', servedHostname: null, proxy: null };

describe('SiteHomes', () => {
  it('have the scheme and the port of the instance at a hostname, and not its path', () => {
    const hosted = (publicUrl: string) =>
      new SiteHomes(publicUrl).published({ ...SITE, servedHostname: 'docs.example.org' });
    expect(hosted('http://127.0.0.1:8080')).to.equal('http://docs.example.org:8080/');
    expect(hosted('https://quire.example.org')).to.equal('https://docs.example.org/');
    expect(hosted('https://quire.example.org:443/base/')).to.equal('https://docs.example.org/');
  });

  it('are behind the proxy, else at the hostname, else by the basename', () => {
    const homes = new SiteHomes('https://quire.example.org/base/');
    expect(homes.published(SITE)).to.equal('https://quire.example.org/base/sites/docs/');
    expect(homes.published({ ...SITE, servedHostname: 'docs.example.org' })).to.equal('https://docs.example.org/');
    expect(homes.published({ ...SITE, servedHostname: 'docs.example.org', proxy: 'example.org/docs' })).to.equal(
      'https://example.org/docs/',
    );
    expect(homes.proxyTarget(SITE)).to.equal('https://quire.example.org/base/proxied/s1/');
    expect([homes.hosted(SITE), homes.proxied(SITE)]).to.deep.equal([undefined, undefined]);
  });
});
