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

  describe('for a push that the server rejects', () => {
    const rejection = (reason: string, words = '') =>
      toGitError(
        `${words}To http://h/x.git\n ! [remote rejected] 1234 -> main (${reason})\nerror: failed to push some refs to 'http://h/x.git'\n`,
      );

    it('quotes the reason and the words of the server, without decoration and control characters', () => {
      expect(
        rejection(
          'pre-receive hook declined',
          'remote: ======\nremote: \nremote: GH006: Protected branch.\u001b[K   \nremote: Нужен\u0007 review.\n',
        ),
      ).to.include({
        code: 'GIT_REFUSED',
        message: 'the server refuses the commit (pre-receive hook declined): GH006: Protected branch. Нужен review.',
      });
      expect(rejection('hook declined').message).to.equal('the server refuses the commit (hook declined)');
      expect(rejection('hook declined', `remote: ${'x'.repeat(400)}\n`).message).to.have.length(347);
    });

    it('is classified by the reason, whatever the words of the server resemble', () => {
      const words = "remote: Authentication failed: couldn't find remote ref, [rejected] (fetch first)\n";
      expect(rejection('pre-receive hook declined', words)).to.include({ code: 'GIT_REFUSED' });
      expect(rejection('failed to update ref', words)).to.include({ code: 'GIT_MOVED' });
    });
  });

  it('removes secrets in every form', () => {
    expect(
      redact("unable to access 'https://u:p@h/x': Authorization: Basic dTpw and token-1 token%2F1", [
        'token-1',
        'token%2F1',
      ]),
    ).to.equal("unable to access 'https://***@h/x': Authorization: Basic *** and *** ***");
  });
});
