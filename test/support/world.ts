import { randomBytes } from 'node:crypto';
import { GitBookAPI } from '@gitbook/api';
import { expect } from 'chai';
import type { Level } from '../../src/domain/permissions/level.ts';
import type { Instance } from '../../src/instance.ts';
import { sendRequest } from './send-request.ts';

/** Response of the API. */
export interface Answer {
  readonly status: number;
  readonly body: any;
  readonly headers: Headers;
}

/** Calls the API like a person with curl. */
export interface Api {
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

/** Creates a client. Paths start with `/v1` or are absolute. A string body is sent unchanged. */
export function apiOf({ url }: Pick<Instance, 'url'>, token?: string): Api {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const {
      status,
      text,
      headers: received,
    } = await sendRequest(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = received.get('content-type')?.includes('json') && text !== '';
    return { status, body: isJson ? JSON.parse(text) : text, headers: received };
  };
  return Object.assign(call, {
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => call('POST', path, body, headers),
    put: (path: string, body?: unknown) => call('PUT', path, body),
    patch: (path: string, body?: unknown, headers?: Record<string, string>) => call('PATCH', path, body, headers),
    delete: (path: string) => call('DELETE', path),
  });
}

/** Person with a token. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  readonly api: Api;
  /** Unmodified official client; its types do not resolve under nodenext. */
  readonly client: any;
}

/** Expects the status, and shows the body otherwise. */
export function must(answer: Answer, status: number): any {
  expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
  return answer.body;
}

/** Organization of one test file, so that tests do not interfere. */
export class World {
  private constructor(
    readonly instance: Instance,
    readonly operator: Api,
    readonly organizationId: string,
    readonly admin: Person,
  ) {}

  static async create(instance: Instance): Promise<World> {
    const operator = apiOf(instance, instance.adminToken);
    const admin = await newPerson(instance, operator);
    const organization = must(
      await admin.api.post('/v1/orgs', { title: `Organization ${randomBytes(3).toString('hex')}` }),
      201,
    );
    return new World(instance, operator, organization.id, admin);
  }

  /** Creates a person who belongs to no organization. */
  stranger(): Promise<Person> {
    return newPerson(this.instance, this.operator);
  }
  /** Creates a member with the role; null creates a guest. */
  async member(role: Level | null): Promise<Person> {
    const person = await this.stranger();
    must(await this.operator.put(`/v1/instance/orgs/${this.organizationId}/members/${person.userId}`, { role }), 200);
    return person;
  }
  /** Creates a new token for the same person. */
  withToken(person: Pick<Person, 'userId' | 'email'>): Promise<Person> {
    return personOf(this.instance, this.operator, person);
  }
  /** Creates a read-only token for the same person. */
  async readOnly(person: Person): Promise<Api> {
    return apiOf(
      this.instance,
      must(await person.api.post('/v1/user/tokens', { name: 'read only', readOnly: true }), 201).token,
    );
  }
  /** Creates a space of the organization. */
  async space(body: object = { title: 'Docs' }): Promise<any> {
    return must(await this.admin.api.post(`/v1/orgs/${this.organizationId}/spaces`, body), 201);
  }
}

async function newPerson(instance: Instance, operator: Api): Promise<Person> {
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  const user = must(
    await operator.post('/v1/instance/users', { email, displayName: `Person ${email.slice(0, 4)}` }),
    201,
  );
  return personOf(instance, operator, { userId: user.id, email });
}

/** Creates a token for a person. */
async function personOf(
  instance: Instance,
  operator: Api,
  { userId, email }: Pick<Person, 'userId' | 'email'>,
): Promise<Person> {
  const { token } = must(await operator.post(`/v1/instance/users/${userId}/tokens`, { name: 'test' }), 201);
  return {
    userId,
    email,
    token,
    api: apiOf(instance, token),
    client: new GitBookAPI({ endpoint: instance.url, authToken: token }),
  };
}
