export const SOCIAL_PLATFORMS = [
  'twitter',
  'instagram',
  'facebook',
  'linkedin',
  'github',
  'discord',
  'slack',
  'youtube',
  'tiktok',
  'reddit',
  'bluesky',
  'mastodon',
  'threads',
  'medium',
] as const;
export type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];

/** Account of a site on a social platform. */
export interface SocialAccount {
  readonly platform: SocialPlatform;
  /** Handle without a prefix. */
  readonly handle: string;
  readonly display: { readonly footer: boolean; readonly header: boolean };
}

/** Name of each platform, and the URL of an account on it up to the handle. */
const PLATFORMS: Readonly<Record<SocialPlatform, readonly [name: string, url: string]>> = {
  twitter: ['X', 'https://x.com/'],
  instagram: ['Instagram', 'https://www.instagram.com/'],
  facebook: ['Facebook', 'https://www.facebook.com/'],
  linkedin: ['LinkedIn', 'https://www.linkedin.com/company/'],
  github: ['GitHub', 'https://github.com/'],
  discord: ['Discord', 'https://discord.gg/'],
  slack: ['Slack', 'https://slack.com/app_redirect?team='],
  youtube: ['YouTube', 'https://www.youtube.com/@'],
  tiktok: ['TikTok', 'https://www.tiktok.com/@'],
  reddit: ['Reddit', 'https://www.reddit.com/r/'],
  bluesky: ['Bluesky', 'https://bsky.app/profile/'],
  mastodon: ['Mastodon', 'https://mastodon.social/@'],
  threads: ['Threads', 'https://www.threads.com/@'],
  medium: ['Medium', 'https://medium.com/@'],
};

/** Handle of an account on a Mastodon server of its own: `docs@example.org`. */
const FEDERATED = /^([^@\s/]+)@((?:[\w-]+\.)+[\w-]+)$/;

/** Link to an account, with the name of the platform as its title. */
export interface SocialLink {
  readonly platform: SocialPlatform;
  readonly title: string;
  readonly href: string;
}

/** Returns the link to an account. */
export function socialLink({ platform, handle }: SocialAccount): SocialLink {
  const [title, url] = PLATFORMS[platform];
  const [, user, host] = (platform === 'mastodon' && FEDERATED.exec(handle)) || [];
  const encoded = (text: string): string =>
    text.toWellFormed().replace(/^@/, '').split('/').map(encodeURIComponent).join('/');
  return {
    platform,
    title,
    href: user === undefined ? url + encoded(handle) : `https://${host!}/@${encoded(user)}`,
  };
}
