import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { temporaryFolder } from '../../../support/backends.ts';
import { answer, RepositoryBuilder } from './git-server.ts';

describe('Git server of the tests', () => {
  it('handles a request to its end when its client is gone', async () => {
    const root = temporaryFolder();
    const repository = new RepositoryBuilder(join(root, 'docs.git'));
    repository.commit(repository.tree([{ path: 'a', text: 'x' }]));
    // Whether the process ends before its output is read varies.
    for (let i = 0; i < 10; i++) {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      response.destroy();
      const request = Object.assign(Readable.from([Buffer.from('0000')]), {
        url: '/docs.git/info/refs?service=git-receive-pack',
        method: 'GET',
        headers: {},
      });
      await once(answer(root, request, response), 'close');
    }
  });
});
