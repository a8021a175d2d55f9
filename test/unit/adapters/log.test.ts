import { expect } from 'chai';
import { createLogger } from '../../../src/adapters/log.ts';
import { DatabaseUnavailable } from '../../../src/ports/kernel/unit-of-work.ts';

describe('createLogger', () => {
  const logged = (err: unknown): any => {
    const lines: string[] = [];
    createLogger('info', { write: (line) => void lines.push(line) }).error({ err }, 'failed');
    return { text: lines.join(''), err: JSON.parse(lines[0]!).err };
  };

  it('omits the statement and the values that errors of the database carry', () => {
    const secret = 'ada@example.org';
    const orm = new Error(
      `insert into "users" ("email") values ('${secret}') returning "id" - value too long for type`,
    );
    const value = Object.assign(new Error(`invalid input syntax for type timestamp: "${secret}"`), {
      severity: 'ERROR',
      code: '22007',
      detail: `Key (email)=(${secret}) exists`,
      parameters: [secret],
    });
    for (const error of [orm, value, new DatabaseUnavailable(value, 'read-only')])
      expect(logged(error).text).not.to.include(secret);
    expect(logged(orm).err.message).to.equal('value too long for type');
    expect(logged(value).err).to.deep.include({
      code: '22007',
      message: 'invalid input syntax for type timestamp: (value omitted)',
    });
  });

  it('keeps the place of an error and its cause', () => {
    const { err } = logged(new DatabaseUnavailable(Object.assign(new Error('disk full'), { code: '53100' }), 'full'));
    expect(err).to.have.nested.property('cause.code', '53100');
    expect(err.stack).to.match(/^\s+at .+log\.test\.ts/);
  });
});
