import { expect } from 'chai';
import { requestHost } from '../../../../src/adapters/http/kernel/request-host.ts';

const FORGED = { host: 'here.example.org', 'x-forwarded-host': 'forged.example.org, docs.example.org:443' };

describe('the host of a request', () => {
  it('is named by Host, in any case, with a port or a dot at the end', () => {
    for (const host of [
      'docs.example.org',
      'DOCS.example.org',
      'docs.example.org:8080',
      'docs.example.org.',
      'docs.example.org.:80',
      'docs.example.org:',
    ])
      expect(requestHost({ host }, 0), host).to.equal('docs.example.org');
    expect(requestHost({}, 0)).to.equal('');
  });

  it('[A24] is not what a caller says that a proxy saw', () => {
    expect(requestHost(FORGED, 0)).to.equal('here.example.org');
  });

  it('is what the outermost of our own proxies saw, where those say so', () => {
    expect(requestHost(FORGED, 1)).to.equal('docs.example.org');
    expect(
      requestHost({ ...FORGED, 'x-forwarded-host': 'forged.example.org, docs.example.org, inner.example.org' }, 2),
    ).to.equal('docs.example.org');
    expect(requestHost({ host: 'docs.example.org' }, 1)).to.equal('docs.example.org');
    expect(requestHost({ host: 'docs.example.org', 'x-forwarded-host': ' ' }, 1)).to.equal('docs.example.org');
  });
});
