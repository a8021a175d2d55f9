import { expect } from 'chai';

/** Checks that a response has the common format of errors. */
export function isError(answer: { readonly status: number; readonly body: any }, status: number): void {
  expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
  expect(answer.body).to.have.keys('error');
  expect(answer.body.error).to.include.keys('code', 'message', 'requestId').and.to.include({ code: status });
  expect(answer.body.error.message)
    .to.be.a('string')
    .and.not.match(/node_modules|\.ts:|\n/);
}
