import { expect } from 'chai';
import { clientAddress } from '../../../../src/adapters/http/kernel/client-address.ts';

const from = (remoteAddress: string | undefined, proxies: number, ...forwarded: string[]) =>
  clientAddress(
    { socket: { remoteAddress }, headers: forwarded.length === 0 ? {} : { 'x-forwarded-for': forwarded.join(', ') } },
    proxies,
  );

describe('address of a client', () => {
  it('is that of the connection, with IPv4 not mapped to IPv6', () => {
    expect(from('203.0.113.7', 0)).to.equal('203.0.113.7');
    expect(from('::ffff:203.0.113.7', 0)).to.equal('203.0.113.7');
    expect(from('2001:db8::7', 0)).to.equal('2001:db8::7');
    expect(from(undefined, 0)).to.equal(undefined);
  });

  it('is never taken from a header without a trusted proxy', () =>
    expect(from('203.0.113.7', 0, '198.51.100.1')).to.equal('203.0.113.7'));

  it('is the one that the outermost trusted proxy added to the header', () => {
    expect(from('10.0.0.1', 1, '203.0.113.7')).to.equal('203.0.113.7');
    expect(from('10.0.0.2', 2, '203.0.113.7', '10.0.0.1')).to.equal('203.0.113.7');
    expect(from('10.0.0.1', 1, '2001:db8::7')).to.equal('2001:db8::7');
  });

  it('[A33] is never one that the client put into the header', () => {
    expect(from('10.0.0.1', 1, '198.51.100.1', '203.0.113.7')).to.equal('203.0.113.7');
    expect(from('10.0.0.2', 2, '198.51.100.1', '203.0.113.7', '10.0.0.1')).to.equal('203.0.113.7');
  });

  it('is that of the connection when the header has no valid address', () => {
    expect(from('10.0.0.1', 1)).to.equal('10.0.0.1');
    for (const nonsense of ['unknown', '', '<script>', '203.0.113.7:80'])
      expect(from('10.0.0.1', 1, nonsense)).to.equal('10.0.0.1');
  });
});
