/** Where people come to who did not say where they wanted to go. */
export const HOME = '/app';
const MAX_LENGTH = 1024;

/** The path on our own site that a text names, the way a browser understands it; anything that leads elsewhere is the home page. */
export function returnPath(text: string | undefined, publicUrl: string): string {
  if (text === undefined || text.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return HOME;
  const { origin } = new URL(publicUrl);
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  // What is left once dots are resolved may begin with two slashes again.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return HOME;
  return url.pathname + url.search + url.hash;
}
