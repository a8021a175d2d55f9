import { expect } from 'chai';
import { readError, writeError } from '../../../../src/adapters/persistence/mikro-orm/kernel/database-errors.ts';
import { Conflict, NotFound, StaleWrite, TransactionAborted } from '../../../../src/domain/kernel/errors.ts';
import { UnstorableText } from '../../../../src/domain/kernel/storable-text.ts';
import { DatabaseUnavailable } from '../../../../src/ports/kernel/unit-of-work.ts';

const raised = (code: string, more: { readonly constraint?: string; readonly message?: string } = {}): Error =>
  Object.assign(new Error(more.message ?? 'as the server says'), { code, constraint: more.constraint });

describe('writeError', () => {
  const translations: readonly [string, Error, new (...args: any[]) => Error][] = [
    ['a write of a row that was modified concurrently', raised('QR001'), StaleWrite],
    ['an id that is taken', raised('23505', { constraint: 'sites_pkey' }), StaleWrite],
    ['a value that must be unique', raised('23505', { constraint: 'users_email_unique' }), Conflict],
    ['a serialization failure', raised('40001'), TransactionAborted],
    ['a deadlock', raised('40P01'), TransactionAborted],
    ['a parent that was deleted', raised('23503'), TransactionAborted],
    ['a NUL in a text', raised('22021'), UnstorableText],
    ['a NUL in JSON', raised('22P05'), UnstorableText],
    ['a lone surrogate in JSON', raised('22P02', { message: 'invalid input syntax for type json' }), UnstorableText],
  ];
  for (const [title, error, type] of translations)
    it(`translates ${title}`, () => expect(writeError(error)).to.be.instanceOf(type));

  it('leaves every other error as it is', () => {
    for (const error of [
      raised('22012'),
      raised('22P02', { message: 'invalid input syntax for type integer' }),
      raised('23505', { constraint: 'unknown_unique' }),
      new NotFound('space'),
      new DatabaseUnavailable(raised('53300')),
    ])
      expect(writeError(error)).to.equal(error);
  });

  it('reports an unknown outcome when the connection was lost after COMMIT was sent', () => {
    for (const lost of [raised('57P01'), raised('ECONNRESET'), new Error('Query read timeout')]) {
      expect(writeError(lost, true)).to.have.property('failure', 'unknown-outcome');
      expect(writeError(lost))
        .to.be.instanceOf(DatabaseUnavailable)
        .and.not.have.property('failure', 'unknown-outcome');
    }
  });

  it('distinguishes a full disk, a read-only server, a timeout and a lock timeout', () => {
    for (const [code, failure] of [
      ['53100', 'full'],
      ['25006', 'read-only'],
      ['57014', 'too-slow'],
      ['55P03', 'locked'],
    ] as const)
      expect(writeError(raised(code), true), code).to.have.property('failure', failure);
  });
});

describe('readError', () => {
  it('translates errors of the connection and of the server going down', () => {
    for (const error of [raised('57P01'), raised('53300'), raised('08006'), raised('ECONNREFUSED')])
      expect(readError(error)).to.be.instanceOf(DatabaseUnavailable).with.property('cause', error);
    expect(readError(new Error('Connection terminated unexpectedly'))).to.be.instanceOf(DatabaseUnavailable);
    // The driver destroys a connection with this error that the server did not open in time.
    expect(readError(new Error('timeout expired'))).to.be.instanceOf(DatabaseUnavailable);
  });

  it('leaves an error in a statement as it is', () => {
    const error = raised('42601');
    expect(readError(error)).to.equal(error);
  });
});
