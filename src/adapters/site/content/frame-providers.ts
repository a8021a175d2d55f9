/** Site whose pages can be shown within a page. */
interface FrameProvider {
  /** Origin of its players. */
  readonly origin: string;
  /** Returns the URL of the player for the URL of a page; undefined for another page. */
  readonly frameOf: (url: URL) => string | undefined;
}

const host = (url: URL): string => url.hostname.replace(/^(?:www|m)\./, '');

const youTube: FrameProvider = {
  origin: 'https://www.youtube-nocookie.com',
  frameOf(url) {
    const name = host(url);
    if (name !== 'youtube.com' && name !== 'youtu.be' && name !== 'youtube-nocookie.com') return undefined;
    const written =
      name === 'youtu.be'
        ? url.pathname.slice(1)
        : (url.searchParams.get('v') ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1] ?? '');
    const start = /^\d+/.exec(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')?.[0];
    return /^[\w-]{6,20}$/.test(written)
      ? `${this.origin}/embed/${written}?autoplay=1${start === undefined ? '' : `&start=${start}`}`
      : undefined;
  },
};

const vimeo: FrameProvider = {
  origin: 'https://player.vimeo.com',
  frameOf(url) {
    const [, id, hash] = /^\/(?:video\/)?(\d{4,12})(?:\/([0-9a-f]{6,20}))?\/?$/.exec(url.pathname) ?? [];
    return id !== undefined && (host(url) === 'vimeo.com' || host(url) === 'player.vimeo.com')
      ? `${this.origin}/video/${id}?dnt=1&autoplay=1${hash === undefined ? '' : `&h=${hash}`}`
      : undefined;
  },
};

const loom: FrameProvider = {
  origin: 'https://www.loom.com',
  frameOf(url) {
    const id = /^\/(?:share|embed)\/([0-9a-f]{16,64})/.exec(url.pathname)?.[1];
    return id !== undefined && host(url) === 'loom.com' ? `${this.origin}/embed/${id}` : undefined;
  },
};

const figma: FrameProvider = {
  origin: 'https://www.figma.com',
  frameOf(url) {
    return host(url) === 'figma.com' && /^\/(?:file|design|proto|board|slides)\/\w/.test(url.pathname)
      ? `${this.origin}/embed?embed_host=quire&url=${encodeURIComponent(url.href)}`
      : undefined;
  },
};

const codePen: FrameProvider = {
  origin: 'https://codepen.io',
  frameOf(url) {
    const [, user, pen] = /^\/([\w-]{1,60})\/(?:pen|full|details|embed)\/(\w{4,40})/.exec(url.pathname) ?? [];
    return pen !== undefined && host(url) === 'codepen.io'
      ? `${this.origin}/${user}/embed/${pen}?default-tab=result`
      : undefined;
  },
};

const PROVIDERS: Readonly<Record<string, FrameProvider>> = {
  youtube: youTube,
  vimeo,
  loom,
  figma,
  codepen: codePen,
};

/** Names of the sites whose pages can be shown within a page. */
export const FRAME_PROVIDERS: readonly string[] = Object.keys(PROVIDERS);

/**
 * Returns the URL of the player for a page, and its origin; undefined for pages that are links only.
 *
 * @param allowed names of providers
 */
export function findFrame(
  href: string,
  allowed: readonly string[],
): { readonly url: string; readonly origin: string } | undefined {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return undefined;
  const address = new URL(href);
  for (const name of allowed) {
    const provider = PROVIDERS[name];
    const url = provider?.frameOf(address);
    if (url !== undefined) return { url, origin: provider!.origin };
  }
  return undefined;
}
