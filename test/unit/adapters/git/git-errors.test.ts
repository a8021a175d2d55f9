import { expect } from 'chai';
import { toGitError, redact } from '../../../../src/adapters/git/git-errors.ts';

describe('toGitError', () => {
  for (const [stderr, code] of [
    ["fatal: could not read Username for 'https://h': terminal prompts disabled", 'GIT_AUTH'],
    ["fatal: Authentication failed for 'https://h/x/'", 'GIT_AUTH'],
    ["fatal: couldn't find remote ref refs/heads/x", 'GIT_REF_MISSING'],
    ["fatal: transport 'ext' not allowed", 'GIT_REFUSED'],
    [
      "remote: Repository not found.\nfatal: repository 'https://h/SSL-Authentication failed/' not found",
      'GIT_NOT_FOUND',
    ],
    ["fatal: unable to access 'https://h/x/': Could not resolve host: h", 'GIT_NETWORK'],
    ["fatal: unable to access 'https://h/x/': SSL certificate problem: self-signed certificate", 'GIT_NETWORK'],
    ['fetch-pack: unexpected disconnect while reading sideband packet\nfatal: early EOF', 'GIT_NETWORK'],
    ['fatal: unable to write file: No space left on device', 'GIT_PROGRAM'],
    ['fatal: something new', 'GIT_PROGRAM'],
    ['', 'GIT_PROGRAM'],
  ] as const) {
    it(`classifies ${JSON.stringify(stderr.slice(0, 60))} as ${code}`, () =>
      expect(toGitError(stderr)).to.include({ code }));
  }

  it('removes secrets in every form', () => {
    expect(
      redact("unable to access 'https://u:p@h/x': Authorization: Basic dTpw and token-1 token%2F1", [
        'token-1',
        'token%2F1',
      ]),
    ).to.equal("unable to access 'https://***@h/x': Authorization: Basic *** and *** ***");
  });
});
