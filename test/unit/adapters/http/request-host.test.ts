import { expect } from 'chai';
import { requestHost } from '../../../../src/adapters/http/kernel/request-host.ts';

const FORGED = { host: 'here.example.org', 'x-forwarded-host': 'forged.example.org, docs.example.org:443' };

describe('requestHost', () => {
  it('normalizes case, a port and a trailing dot of the Host header', () => {
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

  it('[A24] ignores X-Forwarded-Host without a trusted proxy', () => {
    expect(requestHost(FORGED, 0)).to.equal('here.example.org');
  });

  it('returns the host that the outermost trusted proxy received', () => {
    expect(requestHost(FORGED, 1)).to.equal('docs.example.org');
    expect(
      requestHost({ ...FORGED, 'x-forwarded-host': 'forged.example.org, docs.example.org, inner.example.org' }, 2),
    ).to.equal('docs.example.org');
    expect(requestHost({ host: 'docs.example.org' }, 1)).to.equal('docs.example.org');
    expect(requestHost({ host: 'docs.example.org', 'x-forwarded-host': ' ' }, 1)).to.equal('docs.example.org');
  });
});
