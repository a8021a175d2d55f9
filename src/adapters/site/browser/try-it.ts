import type { TryItParameter, TryItRequest, TryItScheme } from '../api-reference/try-it-model.ts';
import { create, createSelect, group, labelled, type Field } from './try-it-elements.ts';
import { buildRequest, isMixedContent, type Credentials, type RequestValues } from './try-it-request.ts';

/** Credentials by the name of their scheme, until the reader leaves the page; they are never stored. */
const remembered = new Map<string, Credentials>();
const MAX_SHOWN = 200_000;

type Texts = Readonly<Record<string, string>>;
type Read<Value> = { readonly element: HTMLElement | undefined; readonly read: () => Value };

/** Opens the form for the request of an operation. */
export function openTryIt(button: HTMLButtonElement): void {
  const request = JSON.parse(button.dataset['request'] ?? '{}') as TryItRequest;
  const texts = JSON.parse(document.querySelector<HTMLElement>('.a-texts')?.dataset['texts'] ?? '{}') as Texts;
  const dialog = new TryItDialog(request, texts);
  dialog.open();
}

class TryItDialog {
  readonly #dialog = create('dialog', { className: 'a-dialog' });
  readonly #answer = create('div', { className: 'a-answer' });
  readonly #url = create('p', { className: 'a-url', dir: 'ltr' });
  readonly #privacy = create('p');
  #running: AbortController | undefined;

  constructor(
    private readonly request: TryItRequest,
    private readonly texts: Texts,
  ) {}

  open(): void {
    const { texts, request } = this;
    const server = serverFields(request, texts);
    const authorization = securityFields(request.security, texts);
    const parameters = ['path', 'query', 'header'].map((place) => parameterFields(request, place, texts));
    const body = bodyFields(request, texts);
    const values = (): RequestValues => {
      const content = body.read();
      return {
        server: server.read(),
        parameters: parameters.flatMap(({ read }) => read()),
        credentials: authorization.read(),
        ...(content && { body: content }),
      };
    };
    const showUrl = (): void => {
      const built = buildRequest(request, values(), location.href);
      this.#url.textContent =
        built === undefined ? texts['invalidUrl']! : `${request.method} ${withoutSecrets(built.url, request)}`;
      this.#privacy.textContent = built === undefined ? '' : fill(texts['privacy']!, { host: built.url.host });
    };
    const title = create('h2', { textContent: `${request.method} ${request.path}`, id: 'quire-try-it', dir: 'ltr' });
    const close = create('button', { type: 'button', textContent: texts['close']! });
    close.addEventListener('click', () => this.#dialog.close());
    const send = create('button', { type: 'submit', className: 'a-send', textContent: texts['send']! });
    const form = create(
      'form',
      { method: 'dialog', noValidate: false },
      create('div', { className: 'a-dialog-head' }, title, close),
      ...[server, authorization, ...parameters, body].flatMap(({ element }) => element ?? []),
      this.#url,
      this.#privacy,
      create('div', { className: 'a-actions' }, send),
      this.#answer,
    );
    this.#answer.setAttribute('role', 'status');
    form.addEventListener('input', showUrl);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send(values(), send);
    });
    this.#dialog.setAttribute('aria-labelledby', title.id);
    this.#dialog.append(form);
    this.#dialog.addEventListener('close', () => {
      this.#running?.abort();
      this.#dialog.remove();
    });
    document.body.append(this.#dialog);
    showUrl();
    this.#dialog.showModal();
  }

  async #send(values: RequestValues, button: HTMLButtonElement): Promise<void> {
    const { texts } = this;
    if (this.#running !== undefined) {
      this.#running.abort();
      return;
    }
    const built = buildRequest(this.request, values, location.href);
    if (built === undefined) return this.#fail(texts['invalidUrl']!);
    if (isMixedContent(built.url, location)) return this.#fail(fill(texts['mixedContent']!, { host: built.url.host }));
    const running = new AbortController();
    this.#running = running;
    button.textContent = texts['cancel']!;
    this.#answer.replaceChildren(create('p', { textContent: texts['sending']! }));
    const begin = performance.now();
    try {
      const response = await fetch(built.url, { ...built.init, signal: running.signal });
      const content = await response.arrayBuffer();
      this.#show(response, content, performance.now() - begin);
    } catch {
      if (running.signal.aborted) this.#answer.replaceChildren();
      else this.#fail(fill(texts['corsFailure']!, { host: built.url.host }));
    } finally {
      this.#running = undefined;
      button.textContent = texts['send']!;
    }
  }

  #fail(text: string): void {
    this.#answer.replaceChildren(create('p', { className: 'a-error', textContent: text }));
  }

  #show(response: Response, content: ArrayBuffer, time: number): void {
    const { texts } = this;
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const { text, note } = bodyText(content, response.headers.get('content-type') ?? '', texts);
    const pre = create('pre', { textContent: text, tabIndex: 0, dir: 'ltr' });
    pre.setAttribute('role', 'group');
    pre.setAttribute('aria-label', texts['response']!);
    const headerText = create('pre', { textContent: headers, tabIndex: 0, dir: 'ltr' });
    headerText.setAttribute('role', 'group');
    headerText.setAttribute('aria-label', texts['responseHeaders']!);
    this.#answer.replaceChildren(
      create(
        'p',
        { className: 'a-result' },
        create('span', { textContent: `${response.status} ${response.statusText}`.trim() }),
        create('span', { textContent: fill(texts['milliseconds']!, { time: String(Math.round(time)) }) }),
      ),
      ...(note === undefined ? [] : [create('p', { textContent: note })]),
      ...(text === '' ? [] : [pre]),
      create('details', {}, create('summary', { textContent: texts['responseHeaders']! }), headerText),
    );
  }
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/** Hides keys that are part of the address. */
function withoutSecrets(url: URL, { security }: TryItRequest): string {
  const shown = new URL(url);
  for (const { type, in: place, parameter } of security.flat())
    if (type === 'apiKey' && place === 'query' && parameter !== undefined && shown.searchParams.has(parameter))
      shown.searchParams.set(parameter, '***');
  return shown.href;
}

function bodyText(content: ArrayBuffer, type: string, texts: Texts): { readonly text: string; readonly note?: string } {
  if (content.byteLength === 0) return { text: '', note: texts['emptyBody']! };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return { text: '', note: fill(texts['binaryBody']!, { size: String(content.byteLength) }) };
  }
  if (/json/i.test(type))
    try {
      text = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // The text is shown as it came.
    }
  return text.length > MAX_SHOWN ? { text: text.slice(0, MAX_SHOWN), note: texts['truncated']! } : { text };
}

function serverFields({ servers }: TryItRequest, texts: Texts): Read<string> {
  const all = servers.length === 0 ? [{ url: '/', variables: [] }] : servers;
  const choice = createSelect(all.map(({ url }) => url));
  const variables = all.map((server) =>
    server.variables.map(({ name, default: value, values }) => ({
      name,
      field: values.length > 0 ? createSelect(values, value) : create('input', { value, type: 'text' }),
    })),
  );
  const rows = variables.map((fields) => fields.map(({ name, field }) => labelled(name, field)));
  const update = (): void =>
    rows.forEach((labels, index) => labels.forEach((label) => (label.hidden = index !== choice.selectedIndex)));
  choice.addEventListener('input', update);
  update();
  const isShown = all.length > 1 || rows.flat().length > 0;
  return {
    element: isShown ? group(texts['server']!, labelled(texts['server']!, choice), ...rows.flat()) : undefined,
    read: () => {
      const index = Math.max(0, choice.selectedIndex);
      return all[index]!.url.replace(
        /\{([^{}]+)\}/g,
        (place, name: string) => variables[index]!.find((one) => one.name === name)?.field.value ?? place,
      );
    },
  };
}

function securityFields(ways: TryItRequest['security'], texts: Texts): Read<RequestValues['credentials']> {
  const shown = ways.filter((way) => way.every(({ type, in: place }) => type !== 'mutualTLS' && place !== 'cookie'));
  if (shown.every((way) => way.length === 0)) return { element: undefined, read: () => [] };
  const names = shown.map((way) =>
    way.length === 0 ? texts['noAuthorization']! : way.map(({ name }) => name).join(` ${texts['together']!} `),
  );
  const choice = createSelect(names);
  const fields = shown.map((way) => way.map((scheme) => credentialFields(scheme, texts)));
  const update = (): void =>
    fields.forEach((ofWay, index) =>
      ofWay.forEach(({ labels }) => labels.forEach((label) => (label.hidden = index !== choice.selectedIndex))),
    );
  choice.addEventListener('input', update);
  update();
  return {
    element: group(
      texts['authorization']!,
      ...(names.length > 1 ? [labelled(texts['authorization']!, choice)] : []),
      ...fields.flat().flatMap(({ labels }) => labels),
      create('p', { textContent: texts['credentials']! }),
    ),
    read: () => fields[Math.max(0, choice.selectedIndex)]!.map(({ read }) => read()),
  };
}

function credentialFields(
  scheme: TryItScheme,
  texts: Texts,
): { readonly labels: readonly HTMLLabelElement[]; readonly read: () => RequestValues['credentials'][number] } {
  const known = remembered.get(scheme.name) ?? { token: '', username: '' };
  const isBasic = scheme.type === 'http' && scheme.scheme === 'basic';
  const secret = create('input', { type: 'password', value: known.token, autocomplete: 'off', spellcheck: false });
  const username = create('input', { type: 'text', value: known.username, autocomplete: 'off', spellcheck: false });
  const label = isBasic ? texts['password']! : (scheme.parameter ?? texts['token']!);
  return {
    labels: [...(isBasic ? [labelled(texts['username']!, username)] : []), labelled(label, secret)],
    read: () => {
      const credentials = { token: secret.value, username: isBasic ? username.value : '' };
      remembered.set(scheme.name, credentials);
      return { scheme, credentials };
    },
  };
}

function parameterFields(
  { parameters }: TryItRequest,
  place: string,
  texts: Texts,
): Read<readonly { readonly parameter: TryItParameter; readonly value: string }[]> {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter) => ({ parameter, field: parameterField(parameter) }));
  return {
    element: group(
      texts[place]!,
      ...fields.map(({ parameter, field }) =>
        labelled(parameter.name, field, parameter.isRequired ? texts['required']! : ''),
      ),
    ),
    read: () => fields.map(({ parameter, field }) => ({ parameter, value: field.value })),
  };
}

function parameterField({ choices, isRequired, value }: TryItParameter): Field {
  const field =
    choices.length > 0
      ? createSelect([...(isRequired ? [] : ['']), ...choices], value)
      : create('input', { type: 'text', value, spellcheck: false, autocomplete: 'off' });
  field.required = isRequired;
  return field;
}

function bodyFields({ bodies }: TryItRequest, texts: Texts): Read<RequestValues['body']> {
  if (bodies.length === 0) return { element: undefined, read: () => undefined };
  const choice = createSelect(bodies.map(({ type }) => type));
  const kinds = bodies.map((body) => (isForm(body.type) ? formBody(body) : textBody(body.example, texts)));
  const update = (): void =>
    kinds.forEach(({ elements }, index) =>
      elements.forEach((element) => (element.hidden = index !== choice.selectedIndex)),
    );
  choice.addEventListener('input', update);
  update();
  return {
    element: group(
      texts['body']!,
      ...(bodies.length > 1 ? [labelled(texts['mediaType']!, choice)] : []),
      ...kinds.flatMap(({ elements }) => elements),
    ),
    read: () => {
      const index = Math.max(0, choice.selectedIndex);
      const content = kinds[index]!.read();
      return content === '' ? undefined : { type: bodies[index]!.type, content };
    },
  };
}

interface BodyKind {
  readonly elements: readonly HTMLElement[];
  readonly read: () => string | FormData | URLSearchParams;
}

const isForm = (type: string): boolean => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type);

function textBody(example: string, texts: Texts): BodyKind {
  const field = create('textarea', { value: example, spellcheck: false, dir: 'ltr', rows: 8 });
  field.setAttribute('aria-label', texts['body']!);
  return { elements: [field], read: () => field.value };
}

function formBody({ type, example, files }: TryItRequest['bodies'][number]): BodyKind {
  const values = objectOf(example);
  const fields = Object.entries(values).map(([name, value]) => ({
    name,
    field: files.includes(name)
      ? create('input', { type: 'file' })
      : create('input', { type: 'text', value: typeof value === 'string' ? value : JSON.stringify(value) }),
  }));
  return {
    elements: fields.map(({ name, field }) => labelled(name, field)),
    read: () => {
      const form = new FormData();
      for (const { name, field } of fields)
        if (field.type !== 'file') form.append(name, field.value);
        else for (const file of field.files ?? []) form.append(name, file);
      return /^multipart/i.test(type)
        ? form
        : new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
    },
  };
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
