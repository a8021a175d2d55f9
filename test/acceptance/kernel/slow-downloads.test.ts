import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World, type Answer, type Person } from '../../support/world.ts';

/** A web server that begins to answer and sends the rest when it is told to. */
class DrippingServer {
  #server!: Server;
  #begun!: Promise<ServerResponse>;
  #begin!: (response: ServerResponse) => void;

  async start(): Promise<void> {
    this.#server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<html><body><main><h1>Slow</h1>');
      this.#begin(response);
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.expect();
  }

  /** Waits for the next request from here on. */
  expect(): void {
    this.#begun = new Promise((resolve) => (this.#begin = resolve));
  }
  /** Resolves once a download has begun; the function sends its rest. */
  async begun(): Promise<() => void> {
    const response = await this.#begun;
    return () =>
      response.end('<p>Words that came late, enough of them to be a page of their own.</p></main></body></html>');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/page`;
  }
  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

onEveryBackend('fetching a slow source', (backend) => {
  let world: World;
  const web = new DrippingServer();
  before(async () => {
    world = await World.create(await backend.instance());
    await web.start();
  });
  after(() => web.stop());

  interface Write {
    readonly title: string;
    /** Sends the write that downloads; the second function tells what is there afterwards. */
    readonly send: (person: Person, space: string, changeRequest: string) => Promise<Answer>;
    readonly intoSpace: boolean;
  }
  const changes = {
    changes: [
      {
        operation: 'insert_files',
        files: [
          {
            name: 'late.html',
            get url() {
              return web.url;
            },
          },
        ],
      },
    ],
  };
  const WRITES: readonly Write[] = [
    {
      title: 'updateSpaceContent',
      intoSpace: true,
      send: ({ api }, space) => api.post(`/v1/spaces/${space}/content`, changes),
    },
    {
      title: 'updateChangeRequestContent',
      intoSpace: false,
      send: ({ api }, space, request) => api.post(`/v1/spaces/${space}/change-requests/${request}/content`, changes),
    },
    {
      title: 'importContent',
      intoSpace: true,
      send: ({ api }, space) => api.post(`/v1/spaces/${space}/content/import`, { url: web.url, source: 'html' }),
    },
    {
      title: 'importContentInChangeRequest',
      intoSpace: false,
      send: ({ api }, space, request) =>
        api.post(`/v1/spaces/${space}/change-requests/${request}/content/import`, { url: web.url, source: 'html' }),
    },
  ];

  interface End {
    readonly title: string;
    readonly end: (person: Person, space: string, changeRequest: string) => Promise<Answer>;
    readonly status: number;
    readonly applies?: (write: Write) => boolean;
  }
  const members = () => `/v1/orgs/${world.organizationId}/members`;
  const ENDS: readonly End[] = [
    {
      title: 'its caller is removed',
      status: 404,
      end: ({ userId }) => world.admin.api.delete(`${members()}/${userId}`),
    },
    {
      title: 'its caller is disabled',
      status: 401,
      end: ({ userId }) => world.operator.patch(`/v1/instance/users/${userId}`, { disabled: true }),
    },
    {
      title: 'its caller is demoted',
      status: 403,
      end: ({ userId }) => world.admin.api.patch(`${members()}/${userId}`, { role: 'read' }),
    },
    {
      title: 'the space is locked',
      status: 409,
      applies: ({ intoSpace }) => intoSpace,
      end: (_, space) => world.admin.api.patch(`/v1/spaces/${space}`, { editMode: 'locked' }),
    },
    {
      title: 'the change request is archived',
      status: 409,
      applies: ({ intoSpace }) => !intoSpace,
      end: (_, space, request) =>
        world.admin.api.patch(`/v1/spaces/${space}/change-requests/${request}`, { status: 'archived' }),
    },
    { title: 'the space is deleted', status: 404, end: (_, space) => world.admin.api.delete(`/v1/spaces/${space}`) },
  ];

  for (const write of WRITES)
    for (const { title, end, status, applies = () => true } of ENDS) {
      if (!applies(write)) continue;
      it(`[A77] stores nothing for ${write.title} when ${title} in the meantime`, async () => {
        const person = await world.member('edit');
        const { id: space } = await world.space();
        const { id: request } = must(
          await world.admin.api.post(`/v1/spaces/${space}/change-requests`, { subject: 'Slow' }),
          201,
        );
        web.expect();
        const answer = write.send(person, space, request);
        const finish = await web.begun();
        expect((await end(person, space, request)).status).to.be.lessThan(300);
        finish();
        must(await answer, status);
        if (title === 'the space is deleted') must(await world.admin.api.post(`/v1/spaces/${space}/restore`), 200);
        for (const content of [`/v1/spaces/${space}`, `/v1/spaces/${space}/change-requests/${request}`]) {
          expect(must(await world.admin.api.get(`${content}/content/pages`), 200).pages).to.deep.equal([]);
          expect(must(await world.admin.api.get(`${content}/content/files`), 200).count).to.equal(0);
        }
      });
    }
});
