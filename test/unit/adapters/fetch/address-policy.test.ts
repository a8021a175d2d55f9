import { expect } from 'chai';
import fc from 'fast-check';
import { addressPolicy } from '../../../../src/adapters/fetch/address-policy.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';
import { checkProperty } from '../../../support/properties.ts';

const REFUSED = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:808:808::',
  '2001:0:1::1',
  '2001:db8::1',
  '100::1',
  'fc00::1',
  'fdff::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
  '2606:4700:0:0:0:5efe:7f00:1',
  '3fff::1',
  '5f00::1',
  '',
  'localhost',
  '1.2.3.4.5',
  '::g',
];
const ALLOWED = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2606:4700::1111',
  '2a00:1450::1',
];

describe('addressPolicy', () => {
  for (const address of REFUSED)
    it(`refuses ${address || 'an empty address'}`, () => expect(addressPolicy().allows(address)).to.equal(false));
  for (const address of ALLOWED) it(`allows ${address}`, () => expect(addressPolicy().allows(address)).to.equal(true));

  it('allows exactly the given networks, including IPv4 addresses embedded in IPv6 ones', () => {
    const policy = addressPolicy(['127.0.0.0/8', ' fd00::/8 ', '10.1.2.3', '::1']);
    for (const address of [
      '127.0.0.1',
      '127.9.9.9',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      'fd12::1',
      '10.1.2.3',
      '::1',
      '8.8.8.8',
    ])
      expect(policy.allows(address), address).to.equal(true);
    for (const address of ['128.0.0.1/8', '10.1.2.4', 'fc00::1', '169.254.169.254', '::2'])
      expect(policy.allows(address), address).to.equal(false);
  });

  it('names the network that is malformed', () => {
    for (const wrong of ['10.0.0.0/33', 'inside', '', '10.0.0.0/', 'fd00::/129', '10.1/16', '10', '0x7f.0.0.1'])
      expect(() => addressPolicy([wrong]), wrong).to.throw(Invalid, 'allowPrivateNetworks');
  });

  it('judges an IPv4 address and its mapped form alike', () => {
    const policy = addressPolicy();
    checkProperty(fc.property(fc.ipV4(), (address) => policy.allows(address) === policy.allows(`::ffff:${address}`)));
  });
});
