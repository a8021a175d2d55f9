import { expect } from 'chai';
import { DatabaseHosts } from '../../../../src/adapters/persistence/mikro-orm/kernel/database-hosts.ts';
import { problemOfDatabaseUrl } from '../../../../src/adapters/persistence/mikro-orm/kernel/database-url.ts';

describe('DatabaseHosts', () => {
  it('has one URL for each host, with the same credentials, database and other parameters', () => {
    const url =
      'postgresql://quire:s%2Cecret@one:5433,two,[::1]:5434/docs?sslmode=require&target_session_attrs=read-write';
    expect(DatabaseHosts.of(url).urls).to.deep.equal([
      'postgresql://quire:s%2Cecret@one:5433/docs?sslmode=require',
      'postgresql://quire:s%2Cecret@two/docs?sslmode=require',
      'postgresql://quire:s%2Cecret@[::1]:5434/docs?sslmode=require',
    ]);
  });

  it('leaves the URL of one host as it is', async () => {
    const url = 'postgresql:///docs?host=/run/postgresql';
    const hosts = DatabaseHosts.of(url);
    expect([hosts.isSingle, hosts.urls, await hosts.findWritable()]).to.deep.equal([true, [url], url]);
  });

  it('reports the error of each host when none accepts writes', async () => {
    const failure = await DatabaseHosts.of('postgresql://quire@127.0.0.1:1,127.0.0.1:2/docs')
      .findWritable()
      .catch((error: Error) => error.message);
    expect(failure).to.match(
      /^no host of DATABASE_URL accepts writes \(127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:2: .*ECONNREFUSED/,
    );
  });
});

describe('problemOfDatabaseUrl', () => {
  it('accepts URLs of one host and of several', () => {
    for (const url of [
      'postgres://localhost/docs',
      'postgresql:///docs?host=/run/postgresql',
      'postgresql://a:1,b:2/docs',
      'postgresql://a,b/docs?target_session_attrs=primary',
      'postgresql://a/docs?target_session_attrs=any',
    ])
      expect(problemOfDatabaseUrl(url), url).to.equal(undefined);
  });

  it('names the problem of an invalid URL', () => {
    expect(problemOfDatabaseUrl('mysql://localhost/docs')).to.equal('must be a postgresql:// URL');
    expect(problemOfDatabaseUrl('postgresql://a:1,b:port/docs')).to.include('host:port');
    expect(problemOfDatabaseUrl('postgresql://a,b/docs?target_session_attrs=standby')).to.include('read-write');
  });
});
