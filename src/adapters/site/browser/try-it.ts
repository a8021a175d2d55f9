import { parseExactJson, stringifyExactJson } from '../../../domain/openapi-specs/exact-json.ts';
import { readField, writeField, type FieldKind } from '../api-reference/field-text.ts';
import { fieldPairs } from '../api-reference/serialize-parameter.ts';
import type { TryItBody, TryItParameter, TryItRequest, TryItScheme } from '../api-reference/try-it-model.ts';
import { create, createSelect, group, labeled, type Field } from './try-it-elements.ts';
import { buildRequest, isMixedContent, type Credentials, type RequestValues } from './try-it-request.ts';

/**
 * Credentials by their servers and the name of their scheme, until the reader leaves the page; they are never stored.
 * Schemes of other APIs on the page may have the same name.
 */
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
    const authorization = securityFields(request, texts);
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
      const built = buildRequest(request, withoutSecrets(values()));
      this.#url.textContent = built === undefined ? texts['invalidUrl']! : `${request.method} ${built.url.href}`;
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
    const built = buildRequest(this.request, values);
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

/** Hides tokens, because a key may be part of the address. */
const withoutSecrets = (values: RequestValues): RequestValues => ({
  ...values,
  credentials: values.credentials.map(({ scheme, credentials }) => ({
    scheme,
    credentials: { ...credentials, token: credentials.token === '' ? '' : '***' },
  })),
});

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
      text = stringifyExactJson(parseExactJson(text), 2);
    } catch {
      // The text is shown as it came.
    }
  return text.length > MAX_SHOWN ? { text: text.slice(0, MAX_SHOWN), note: texts['truncated']! } : { text };
}

function serverFields({ servers }: TryItRequest, texts: Texts): Read<string> {
  const choice = createSelect(servers.map(({ url }) => url));
  const variables = servers.map((server) =>
    server.variables.map(({ name, default: value, values }) => ({
      name,
      field: values.length > 0 ? createSelect(values, value) : create('input', { value, type: 'text' }),
    })),
  );
  const rows = variables.map((fields) => fields.map(({ name, field }) => labeled(name, field)));
  const update = (): void =>
    rows.forEach((labels, index) => labels.forEach((label) => (label.hidden = index !== choice.selectedIndex)));
  choice.addEventListener('input', update);
  update();
  const isShown = servers.length > 1 || rows.flat().length > 0;
  return {
    element: isShown ? group(texts['server']!, labeled(texts['server']!, choice), ...rows.flat()) : undefined,
    read: () => {
      const index = Math.max(0, choice.selectedIndex);
      return servers[index]!.url.replace(
        /\{([^{}]+)\}/g,
        (place, name: string) => variables[index]!.find((one) => one.name === name)?.field.value ?? place,
      );
    },
  };
}

function securityFields({ security, servers }: TryItRequest, texts: Texts): Read<RequestValues['credentials']> {
  const keyOf = ({ name }: TryItScheme): string => JSON.stringify([name, ...servers.map(({ url }) => url)]);
  const shown = security.filter((way) =>
    way.every(({ type, in: place }) => type !== 'mutualTLS' && place !== 'cookie'),
  );
  if (shown.every((way) => way.length === 0)) return { element: undefined, read: () => [] };
  const names = shown.map((way) =>
    way.length === 0 ? texts['noAuthorization']! : way.map(({ name }) => name).join(` ${texts['together']!} `),
  );
  const choice = createSelect(names);
  const fields = shown.map((way) => way.map((scheme) => credentialFields(scheme, keyOf(scheme), texts)));
  const update = (): void =>
    fields.forEach((ofWay, index) =>
      ofWay.forEach(({ labels }) => labels.forEach((label) => (label.hidden = index !== choice.selectedIndex))),
    );
  choice.addEventListener('input', update);
  update();
  return {
    element: group(
      texts['authorization']!,
      ...(names.length > 1 ? [labeled(texts['authorization']!, choice)] : []),
      ...fields.flat().flatMap(({ labels }) => labels),
      create('p', { textContent: texts['credentials']! }),
    ),
    read: () => fields[Math.max(0, choice.selectedIndex)]!.map(({ read }) => read()),
  };
}

function credentialFields(
  scheme: TryItScheme,
  key: string,
  texts: Texts,
): { readonly labels: readonly HTMLLabelElement[]; readonly read: () => RequestValues['credentials'][number] } {
  const known = remembered.get(key) ?? { token: '', username: '' };
  const isBasic = scheme.type === 'http' && scheme.scheme === 'basic';
  const secret = create('input', { type: 'password', value: known.token, autocomplete: 'off', spellcheck: false });
  const username = create('input', { type: 'text', value: known.username, autocomplete: 'off', spellcheck: false });
  const label = isBasic ? texts['password']! : (scheme.parameter ?? texts['token']!);
  return {
    labels: [...(isBasic ? [labeled(texts['username']!, username)] : []), labeled(label, secret)],
    read: () => {
      const credentials = { token: secret.value, username: isBasic ? username.value : '' };
      remembered.set(key, credentials);
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
    .filter((parameter) => (parameter.in === 'querystring' ? 'query' : parameter.in) === place)
    .map((parameter) => ({ parameter, field: parameterField(parameter) }));
  return {
    element: group(
      texts[place]!,
      ...fields.map(({ parameter, field }) =>
        labeled(parameter.name, field, parameter.isRequired ? texts['required']! : ''),
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
  const kinds = bodies.map((body) =>
    isForm(body.type) ? formBody(body) : body.isFile ? fileBody(texts) : textBody(body.example, texts),
  );
  const update = (): void =>
    kinds.forEach(({ elements }, index) =>
      elements.forEach((element) => (element.hidden = index !== choice.selectedIndex)),
    );
  choice.addEventListener('input', update);
  update();
  return {
    element: group(
      texts['body']!,
      ...(bodies.length > 1 ? [labeled(texts['mediaType']!, choice)] : []),
      ...kinds.flatMap(({ elements }) => elements),
    ),
    read: () => {
      const index = Math.max(0, choice.selectedIndex);
      const content = kinds[index]!.read();
      return content === '' || content === undefined ? undefined : { type: bodies[index]!.type, content };
    },
  };
}

interface BodyKind {
  readonly elements: readonly HTMLElement[];
  readonly read: () => string | File | FormData | URLSearchParams | undefined;
}

const isForm = (type: string): boolean => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type);

function textBody(example: string, texts: Texts): BodyKind {
  const field = create('textarea', { value: example, spellcheck: false, dir: 'ltr', rows: 8 });
  field.setAttribute('aria-label', texts['body']!);
  return { elements: [field], read: () => field.value };
}

function fileBody(texts: Texts): BodyKind {
  const field = create('input', { type: 'file' });
  return { elements: [labeled(texts['addFile']!, field)], read: () => field.files?.[0] };
}

function formBody({ type, example, files, fields: stated }: TryItBody): BodyKind {
  const fields = Object.entries(objectOf(example)).map(([name, value]: [string, unknown]) => {
    const file = files.find((one) => one.name === name);
    const form = stated.find((one) => one.name === name);
    return {
      name,
      form,
      kind: fieldKind(value, form !== undefined),
      field: file
        ? create('input', { type: 'file', multiple: file.isMultiple })
        : create('input', { type: 'text', value: writeField(value) }),
    };
  });
  return {
    elements: fields.map(({ name, field }) => labeled(name, field)),
    read: () => {
      const form = new FormData();
      for (const { name, kind, form: style, field } of fields)
        if (field.type === 'file') for (const file of field.files ?? []) form.append(name, file);
        else for (const [key, text] of fieldPairs(name, readField(field.value, kind), style)) form.append(key, text);
      return /^multipart/i.test(type)
        ? form
        : new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
    },
  };
}

/** Kind of the text that a reader enters; an object is read as such only if it is written by a style. */
function fieldKind(value: unknown, isStyled: boolean): FieldKind {
  if (Array.isArray(value)) return 'list';
  return isStyled && typeof value === 'object' && value !== null ? 'object' : 'text';
}

function objectOf(text: string): object {
  const value = readField(text, 'object');
  return typeof value === 'object' && value !== null ? value : {};
}
