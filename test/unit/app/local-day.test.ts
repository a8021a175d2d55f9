import { expect } from 'chai';
import { endOfDay, startOfDay } from '../../../app/src/ui/local-day.ts';

describe('days of the time zone of a user', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('begin and end at midnight there', () => {
    process.env['TZ'] = 'Asia/Tokyo';
    expect([startOfDay('2030-01-31'), endOfDay('2030-01-31')]).to.deep.equal([
      '2030-01-30T15:00:00.000Z',
      '2030-01-31T14:59:59.999Z',
    ]);
  });

  it('have 23 hours when clocks are set forward', () => {
    process.env['TZ'] = 'Europe/Berlin';
    expect([startOfDay('2030-03-31'), endOfDay('2030-03-31')]).to.deep.equal([
      '2030-03-30T23:00:00.000Z',
      '2030-03-31T21:59:59.999Z',
    ]);
  });

  it('leave a text that is no day to the server, which names the field', () => {
    expect([startOfDay('soon'), endOfDay('2030-02-99')]).to.deep.equal(['soon', '2030-02-99']);
  });
});
