import { expect } from 'chai';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { apiOf, must, type Api } from '../../support/world.ts';
import { isError } from '../../support/http-errors.ts';
import { serve, type TestServer } from '../../support/http-server.ts';

describe('lists', () => {
  let server: TestServer;
  let operator: Api;
  before(async () => {
    server = await serve(ROUTES);
    operator = apiOf(server, server.adminToken);
  });
  const newToken = async (input: object = {}) =>
    must(await operator.post('/v1/user/tokens', { name: 'another', ...input }), 201);

  let path: string;
  let ids: string[];
  before(async () => {
    const organization = must(await operator.post('/v1/orgs', { title: 'Many spaces' }), 201);
    path = `/v1/orgs/${organization.id}/spaces`;
    ids = [];
    for (let i = 0; i < 5; i++) ids.push(must(await operator.post(path, { title: `Space ${i}` }), 201).id);
  });
  const next = async (from = path, query = 'limit=2') =>
    must(await operator.get(`${from}?${query}`), 200).next.page as string;
  const badPage = async (answer: Promise<any>) => {
    const refused = await answer;
    isError(refused, 400);
    expect(refused.body.error.issues[0].path).to.equal('page');
  };

  it('accept limits from 0 to 1000', async () => {
    expect(must(await operator.get(`${path}?limit=0`), 200)).to.deep.equal({ items: [], count: 5 });
    expect(must(await operator.get(`${path}?limit=1`), 200).items).to.have.lengthOf(1);
    for (const limit of ['5', '1000', '0000005']) {
      const all = must(await operator.get(`${path}?limit=${limit}`), 200);
      expect(all.items.map(({ id }: any) => id)).to.deep.equal(ids);
      expect(all).not.to.have.property('next');
    }
    for (const limit of [
      '1001',
      '-1',
      '1.5',
      '',
      'abc',
      '1e2',
      '+1',
      '%201',
      '0x10',
      'NaN',
      '99999999999999999999',
      '١',
    ]) {
      const refused = await operator.get(`${path}?limit=${limit}`);
      isError(refused, 400);
      expect(
        refused.body.error.issues.map((issue: any) => issue.path),
        limit,
      ).to.deep.equal(['limit']);
      expect(refused.body.error.message).to.match(/limit/);
    }
  });

  it('refuse a parameter that occurs twice or is not UTF-8', async () => {
    for (const query of ['limit=1&limit=2', 'limit=1&limit=1', 'limit=%ff', 'limit=%', 'page=%c3%28', 'page=a%00'])
      isError(await operator.get(`${path}?${query}`), 400);
  });

  it('ignore unknown parameters, but refuse a thousand of them', async () => {
    expect(
      must(await operator.get(`${path}?limit=2&colour=red&limit[]=9&__proto__=1&x=%ff&&=`), 200).items,
    ).to.have.lengthOf(2);
    isError(await operator.get(`${path}?${Array.from({ length: 1000 }, (_, i) => `p${i}=1`).join('&')}`), 400);
    isError(await operator.get(`${path}?${'limit=1&'.repeat(1000)}`), 400);
    must(await operator.get(`/v1/user?${'a=1&'.repeat(1000)}`), 200);
  });

  it('continue from their page token with any limit', async () => {
    const second = must(await operator.get(`${path}?limit=3&page=${await next()}`), 200);
    expect(second.items.map(({ id }: any) => id)).to.deep.equal(ids.slice(2));
    expect(second).to.have.property('count', 5);
    expect(second).not.to.have.property('next');
    expect(must(await operator.get(`${path}?limit=0&page=${await next()}`), 200)).to.deep.equal({
      items: [],
      count: 5,
    });
  });

  it('[A16] refuse a page token that was altered, cut or invented', async () => {
    const page = await next();
    const flipped = (at: number) => page.slice(0, at) + (page[at] === 'A' ? 'B' : 'A') + page.slice(at + 1);
    for (const bad of [
      flipped(0),
      flipped(10),
      flipped(page.length - 1),
      page.slice(1),
      page.slice(0, -1),
      `${page}A`,
      `${page}=`,
      page.toLowerCase(),
      'x',
      ids[0]!,
      Buffer.from(ids[0]!).toString('base64url'),
      '',
      'x'.repeat(2001),
    ])
      await badPage(operator.get(`${path}?page=${bad}`));
  });

  it('[A16] refuse a page token of another list, another organization or other filters', async () => {
    const other = must(await operator.post('/v1/orgs', { title: 'Other' }), 201);
    const page = await next();
    await badPage(operator.get(`/v1/orgs/${other.id}/spaces?page=${page}`));
    await badPage(operator.get(path.replace('/spaces', '/collections') + `?page=${page}`));
    await badPage(operator.get(`/v1/orgs?page=${page}`));
    for (let i = 0; i < 3; i++)
      must(await operator.post(path.replace('/spaces', '/collections'), { title: `C${i}` }), 201);
    const collections = path.replace('/spaces', '/collections');
    await badPage(operator.get(`${collections}?nested=false&page=${await next(collections)}`));
    must(
      await operator.get(`${collections}?nested=false&page=${await next(collections, 'limit=1&nested=false')}`),
      200,
    );
  });

  it('[A16] refuse a page token of another caller or another token', async () => {
    const page = await next();
    const { token } = await newToken();
    await badPage(apiOf(server, token).get(`${path}?page=${page}`));
    isError(await apiOf(server).get(`${path}?page=${page}`), 401);
  });
});
