import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { createEngine, type EngineSettings } from '../../../../src/adapters/engines/create-engine.ts';
import { TRANSLATION_LANGUAGES } from '../../../../src/domain/translations/languages.ts';
import { TranslationEngineError, type EngineRequest } from '../../../../src/ports/translations/translation-engine.ts';
import { temporaryFolder } from '../../../support/backends.ts';
import { chat, EngineServer, toUpperCaseMarkup } from '../../../support/servers/translation-engines.ts';

const signal = (): AbortSignal => new AbortController().signal;
const order = (texts: readonly string[], more: Partial<EngineRequest> = {}): EngineRequest => ({
  from: 'en',
  to: 'pt',
  texts,
  instructions: '',
  terms: texts.map(() => []),
  ...more,
});

describe('translation engines', () => {
  let server: EngineServer;
  beforeEach(async () => {
    server = await EngineServer.start();
  });
  const engine = (name: EngineSettings['engine'], more: Partial<EngineSettings> = {}) => {
    const settings = {
      engine: name,
      url: server.url,
      key: 'key',
      model: 'model',
      concurrency: 2,
      requestsPerMinute: undefined,
      ...more,
    };
    return createEngine(
      settings,
      new UndiciGuardedFetch({ trustedOrigins: [new URL(settings.url ?? server.url).origin] }),
    );
  };
  const failure = async (
    name: EngineSettings['engine'],
    more: Partial<EngineSettings> = {},
  ): Promise<TranslationEngineError> =>
    engine(name, more)
      .translate(order(['a']), signal())
      .then(
        () => expect.fail('it did not fail'),
        (error: unknown) => error as TranslationEngineError,
      );

  it('OpenAI-compatible engines receive the rules, the instructions of the authors, and numbered texts', async () => {
    server.answer = chat((text) => toUpperCaseMarkup(text));
    const terms = [[], [{ tag: 2, source: 'space', target: 'espaço' }]];
    const { texts, requests, characters } = await engine('openai').translate(
      order(['One <x1/>', 'A <x2/>'], { instructions: 'Be brief.', terms }),
      signal(),
    );
    expect(texts).to.deep.equal(['ONE <x1/>', 'A <x2/>']);
    expect([requests, characters]).to.deep.equal([1, 16]);
    const [{ path, headers, body }] = server.calls as [any];
    expect([path, headers.authorization, body.model]).to.deep.equal(['/chat/completions', 'Bearer key', 'model']);
    expect(body.messages[0].content).to.include('from English to Portuguese').and.to.include('Be brief.');
    expect(JSON.parse(body.messages[1].content).texts[1]).to.deep.equal({
      id: 1,
      text: 'A <x2/>',
      meaning: { '<x2/>': 'espaço' },
    });
  });

  it('OpenAI-compatible engines may answer with a reasoning, a code fence, missing texts or something else', async () => {
    const says = async (content: unknown) => {
      server.answer = () => ({ body: { choices: [{ message: { content } }] } });
      return (await engine('openai').translate(order(['a', 'b']), signal())).texts;
    };
    expect(await says('```json\n{"translations": [{"id": 1, "text": "B"}]}\n```')).to.deep.equal([undefined, 'B']);
    expect(await says('<think>\nTwo texts.\n</think>\n\n{"translations": [{"id": 0, "text": "A"}]}')).to.deep.equal([
      'A',
      undefined,
    ]);
    expect(await says('{"translations": [{"id": 1, "text": "B"}, {"id": "0", "text": "A"}]}')).to.deep.equal([
      'A',
      'B',
    ]);
    expect(await says('{"translations": [{"id": "0", "text": "A"}, {"id": 1}]}')).to.deep.equal(['A', undefined]);
    // Answers counted from one, repeated, or without numbers.
    for (const mixed of [
      '[{"id": 1, "text": "A"}, {"id": 2, "text": "B"}]',
      '[{"id": 0, "text": "A"}, {"id": 0, "text": "B"}]',
      '[{"text": "A"}, {"text": "B"}]',
      '["A", "B"]',
    ])
      expect(await says(`{"translations": ${mixed}}`), mixed).to.deep.equal([undefined, undefined]);
    for (const other of ['I cannot do that.', '[]', '{"translations": "no"}', null, 7])
      expect(await says(other)).to.deep.equal([undefined, undefined]);
  });

  it('DeepL receives XML and its own language codes', async () => {
    server.answer = ({ body }) => ({
      body: { translations: body.text.map((text: string) => ({ text: toUpperCaseMarkup(text) })) },
    });
    const { texts } = await engine('deepl').translate(order(['One <g1>two</g1>', 'three']), signal());
    expect(texts).to.deep.equal(['ONE <g1>TWO</g1>', 'THREE']);
    expect(server.calls[0]).to.nested.include({
      path: '/v2/translate',
      'headers.authorization': 'DeepL-Auth-Key key',
      'body.source_lang': 'EN',
      'body.target_lang': 'PT-PT',
      'body.tag_handling': 'xml',
      'body.tag_handling_version': 'v2',
    });
  });

  it('[A56] a different number of answers than texts counts as no answer', async () => {
    for (const said of [['A'], ['A', 'B', 'C'], []]) {
      server.answer = ({ path }) => ({
        body: path === '/translate' ? { translatedText: said } : { translations: said.map((text) => ({ text })) },
      });
      for (const name of ['deepl', 'libretranslate'] as const)
        expect((await engine(name).translate(order(['a', 'b']), signal())).texts, name).to.deep.equal([
          undefined,
          undefined,
        ]);
    }
  });

  it('DeepL receives a distinct code for every language', async () => {
    server.answer = ({ body }) => ({ body: { translations: body.text.map((text: string) => ({ text })) } });
    for (const language of TRANSLATION_LANGUAGES)
      await engine('deepl').translate(order(['a'], { from: language, to: language }), signal());
    const [from, to] = ['source_lang', 'target_lang'].map((name) =>
      server.calls.map(({ body }) => body[name] as string),
    ) as [string[], string[]];
    expect(new Set(from).size).to.equal(TRANSLATION_LANGUAGES.length);
    expect(new Set(to).size).to.equal(TRANSLATION_LANGUAGES.length);
    expect(from.filter((code, i) => code !== TRANSLATION_LANGUAGES[i]!.toUpperCase())).to.deep.equal(['NB']);
    expect(to.filter((code, i) => code !== TRANSLATION_LANGUAGES[i]!.toUpperCase())).to.deep.equal([
      'EN-US',
      'PT-PT',
      'ZH-HANS',
      'NB',
    ]);
  });

  it('DeepL receives no more than its limits allow, in any script', async () => {
    server.answer = ({ body }) => ({ body: { translations: body.text.map((text: string) => ({ text })) } });
    const deepl = engine('deepl');
    expect(deepl.maxTexts).to.equal(50);
    const texts = Array.from({ length: deepl.maxTexts }, () => '語'.repeat(deepl.maxCharacters / deepl.maxTexts));
    await deepl.translate(order(texts, { from: 'zh', to: 'ja' }), signal());
    expect(Number(server.calls[0]!.headers['content-length'])).to.be.at.most(128 * 1024);
  });

  it('LibreTranslate answers with characters or references are equivalent', async () => {
    const source = 'Use &lt;div&gt; &amp; <g1>more</g1> <x2/>';
    for (const said of [
      'Usa <div> & <span id="g1">más</span> <span id="x2"></span>',
      'Usa &lt;div&gt; &amp; <span id="g1">más</span> <span id="x2"></span>',
    ]) {
      server.answer = () => ({ body: { translatedText: [said] } });
      expect((await engine('libretranslate').translate(order([source]), signal())).texts).to.deep.equal([
        'Usa &lt;div&gt; &amp; <g1>más</g1> <x2/>',
      ]);
    }
    server.answer = () => ({ body: { translatedText: ['Usa <script>x</script>'] } });
    expect((await engine('libretranslate').translate(order(['Use it']), signal())).texts).to.deep.equal([
      'Usa <script>x</script>',
    ]);
  });

  it('OpenAI-compatible engines receive no optional parameters after they rejected one', async () => {
    server.answer = (call) =>
      'temperature' in call.body || 'response_format' in call.body
        ? { status: 400, body: { error: { param: 'temperature' } } }
        : chat((text) => toUpperCaseMarkup(text))(call);
    const one = engine('openai');
    expect(await one.translate(order(['a']), signal())).to.deep.equal({ texts: ['A'], characters: 1, requests: 2 });
    expect((await one.translate(order(['b']), signal())).requests).to.equal(1);
    expect(server.calls).to.have.length(3);
  });

  it('LibreTranslate receives HTML, and answers with its elements', async () => {
    server.answer = ({ body }) => ({
      body: {
        translatedText: body.q.map((text: string) => toUpperCaseMarkup(text).replaceAll('></span>', '> </span>')),
      },
    });
    const { texts } = await engine('libretranslate').translate(
      order(['One <g1>two <x2/></g1>', 'R&amp;D'], { to: 'zh' }),
      signal(),
    );
    expect(texts).to.deep.equal(['ONE <g1>TWO <x2/></g1>', 'R&amp;D']);
    expect(server.calls[0]).to.nested.include({
      path: '/translate',
      'body.source': 'en',
      'body.target': 'zh',
      'body.format': 'html',
      'body.api_key': 'key',
      'body.q[0]': 'One <span id="g1">two <span id="x2"></span></span>',
    });
  });

  it('APy receives a form', async () => {
    server.answer = ({ body }) => ({
      body: { responseData: { translatedText: toUpperCaseMarkup(body.q) }, responseStatus: 200 },
    });
    const { texts } = await engine('apertium').translate(order(['One <x1/>', 'two'], { to: 'es' }), signal());
    expect(texts).to.deep.equal(['ONE <x1/>', 'TWO']);
    expect(server.calls[0]!.body).to.include({ langpair: 'eng|spa', format: 'html' });
  });

  it('a missing Apertium program is reported', async () => {
    const { ApertiumEngine } = await import('../../../../src/adapters/engines/apertium-engine.ts');
    const error = await ApertiumEngine.program(1, 'no-such-program')
      .translate(order(['a']), signal())
      .then(
        () => undefined,
        (failed: Error) => failed.message,
      );
    expect(error).to.equal('the program apertium is not installed');
  });

  it('Apertium is asked for a pair by its older name too, and a missing pair is named', async () => {
    const { ApertiumEngine } = await import('../../../../src/adapters/engines/apertium-engine.ts');
    const program = join(temporaryFolder(), 'apertium');
    writeFileSync(
      program,
      '#!/bin/sh\nif [ "$4" = es-ro ]; then exec tr a-z A-Z; fi\necho "Error: Mode $4 does not exist" >&2\nexit 1\n',
      { mode: 0o755 },
    );
    const translate = (to: 'ro' | 'hr') =>
      ApertiumEngine.program(1, program).translate(order(['un'], { from: 'es', to }), signal());
    expect(
      await translate('ro').then(
        () => undefined,
        (failed: Error) => failed.message,
      ),
    ).to.equal(undefined);
    expect(
      await translate('hr').then(
        () => undefined,
        (failed: Error) => failed.message,
      ),
    ).to.equal('apertium has no pair spa-hbs on this machine: install the pair, or choose another engine');
  });

  it('the pseudo engine adds accents to letters and leaves tags unchanged', async () => {
    const { texts } = await engine('pseudo').translate(order(['Hello <g1>world</g1> &amp; <x2/> 12']), signal());
    expect(texts).to.deep.equal(['Ĥéļļö·· <g1>ŵöŕļđ··</g1> &amp; <x2/> 12']);
  });

  it('busy engines are asked again, as late as they request and at most six times', async () => {
    const busy = [429, 503, 529];
    server.answer = (call) =>
      busy.length > 0
        ? { status: busy.shift()!, headers: { 'retry-after': '0' }, body: {} }
        : chat((text) => text)(call);
    expect((await engine('openai').translate(order(['a']), signal())).requests).to.equal(4);
    server.calls.length = 0;
    server.answer = () => ({ status: 429, headers: { 'retry-after': '0' }, body: {} });
    expect((await failure('openai')).message).to.match(/answered 429$/);
    expect(server.calls).to.have.length(6);
  });

  it('permanent failures are not retried, and the message names the setting to check', async () => {
    for (const [status, words] of [
      [401, /401: check TRANSLATION_API_KEY$/],
      [404, /TRANSLATION_URL and TRANSLATION_MODEL$/],
      [456, /quota/],
      [302, /302|redirects/],
    ] as const) {
      server.calls.length = 0;
      server.answer = () => ({
        status,
        headers: { ...(status === 302 && { location: 'http://169.254.169.254/' }) },
        body: 'secret',
      });
      const { message } = await failure('openai');
      expect(message).to.match(words).and.not.to.include('secret');
      if (status !== 302) expect(server.calls).to.have.length(1);
    }
  });

  it('an unknown language fails with the names of both languages', async () => {
    for (const name of ['openai', 'deepl', 'libretranslate', 'apertium'] as const)
      for (const status of [400, 413, 422]) {
        server.answer = () => ({ status, body: { error: 'secret' } });
        const { message } = await engine(name)
          .translate(order(['a'], { to: 'hr' }), signal())
          .then(
            () => expect.fail('it did not fail'),
            (error: unknown) => error as TranslationEngineError,
          );
        expect(message, name)
          .to.match(new RegExp(`answered ${status}: .*support for translation from English to Croatian$`))
          .and.not.to.include('secret');
      }
  });

  it('engines are reached at the configured address only', async () => {
    const other = await EngineServer.start();
    const settings = {
      engine: 'openai',
      url: other.url,
      key: 'key',
      model: 'model',
      concurrency: 1,
      requestsPerMinute: undefined,
    } as const;
    const error = await createEngine(settings, new UndiciGuardedFetch({ trustedOrigins: [server.url] }))
      .translate(order(['a']), signal())
      .then(
        () => undefined,
        (failed: Error) => failed,
      );
    expect(error).to.be.instanceOf(TranslationEngineError);
    expect(error!.message).to.include('not on the public internet');
    expect(other.calls).to.have.length(0);
  });
});
