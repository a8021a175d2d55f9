import type { ServerModel } from './reference-model.ts';

/** Fills the variables of a server with their defaults. */
export const defaultServerUrl = ({ url, variables }: Pick<ServerModel, 'url' | 'variables'>): string =>
  url.replace(/\{([^{}]+)\}/g, (place, name: string) => variables.find((one) => one.name === name)?.default || place);

/** Reports whether requests can be sent to a server: it has an absolute URL of http or https. */
export const isReachable = (server: ServerModel): boolean => /^https?:\/\//i.test(defaultServerUrl(server));

/**
 * Resolves the URL of a server against the URL of its document; variables stay. A URL that is absolute, also by the
 * defaults of its variables, stays as it is, and so does a relative one of a document without a URL.
 */
export function resolveServer(server: ServerModel, document: string | undefined): ServerModel {
  const filled = defaultServerUrl(server);
  if (document === undefined || /^[a-z][a-z\d+.-]*:/i.test(filled)) return server;
  const { url } = server;
  const { protocol, origin } = new URL(document);
  if (filled.startsWith('//')) return { ...server, url: protocol + url };
  // The parser of URLs would encode variables.
  const [fixed = ''] = url.split('{', 1);
  if (fixed === '' && filled.startsWith('/')) return { ...server, url: origin + url };
  // The directory is the base, so that neither a query nor credentials of the document are repeated.
  const directory = origin + new URL('.', document).pathname;
  if (!URL.canParse(fixed, directory)) return server;
  return { ...server, url: new URL(fixed, directory).href + url.slice(fixed.length) };
}
