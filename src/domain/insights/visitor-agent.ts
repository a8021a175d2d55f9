/** Kinds of a visitor's browser, device and operating system, and the bot that it is; no further details are kept. */
export interface VisitorAgent {
  readonly browser: string;
  readonly device: string;
  readonly os: string;
  /** Name of the bot; the empty text for people. */
  readonly bot: string;
}

type Patterns = readonly (readonly [name: string, pattern: RegExp])[];

/** Patterns in the order in which they are tried: many agents name others that they resemble. */
const BROWSERS: Patterns = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\bOPR\/|\bOpera\b/],
  ['firefox', /\bFirefox\/|\bFxiOS\//],
  ['ie', /\bMSIE |\bTrident\//],
  ['chrome', /\bChrom(?:e|ium)\/|\bCriOS\//],
  ['safari', /\bSafari\//],
];
const SYSTEMS: Patterns = [
  ['ios', /\biP(?:hone|ad|od)\b/],
  ['android', /\bAndroid\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMac OS X\b|\bMacintosh\b/],
  ['linux', /\bLinux\b|\bX11\b/],
];
const BOTS: Patterns = [
  ['googlebot', /googlebot/i],
  ['bingbot', /bingbot/i],
  ['duckassist', /duckassistbot/i],
  ['duckduckbot', /duckduckbot/i],
  ['facebookbot', /facebookbot|facebookexternalhit/i],
  ['applebot', /applebot/i],
  ['chatgpt', /chatgpt/i],
  ['gptbot', /gptbot/i],
  ['openai', /openai|oai-searchbot/i],
  ['claude-code', /claude-code/i],
  ['claudebot', /claudebot/i],
  ['claude', /claude/i],
  ['anthropic', /anthropic/i],
  ['gemini', /gemini|google-extended/i],
  ['perplexity', /perplexity/i],
  ['cohere', /cohere/i],
  ['mistral', /mistral/i],
  ['deepseek', /deepseek/i],
  ['meta-fetcher', /meta-externalfetcher/i],
  ['meta-webindexer', /meta-webindexer/i],
  ['meta', /meta-external/i],
  ['bytespider', /bytespider/i],
  ['ccbot', /ccbot/i],
  ['amazonbot', /amazonbot/i],
  ['youbot', /youbot/i],
  ['cursor', /\bcursor\//i],
  ['codex', /\bcodex\b/i],
  ['opencode', /\bopencode\b/i],
  ['grok', /\bgrok/i],
  ['github-copilot', /copilot/i],
  ['vscode', /\bvscode\b/i],
  ['unknown', /bot\b|crawler|spider|\bcurl\/|\bwget\/|headless/i],
];

const nameIn = (patterns: Patterns, agent: string): string | undefined =>
  patterns.find(([, pattern]) => pattern.test(agent))?.[0];

function deviceOf(agent: string, os: string): string {
  if (/\biPad\b|\bTablet\b/.test(agent) || (os === 'android' && !/\bMobile\b/.test(agent))) return 'tablet';
  if (os === 'ios' || os === 'android' || /\bMobile\b/.test(agent)) return 'mobile';
  return os === 'unknown' ? 'unknown' : 'desktop';
}

/** Classifies a `User-Agent` text. */
export function classifyAgent(agent: string): VisitorAgent {
  const os = nameIn(SYSTEMS, agent) ?? 'unknown';
  return {
    browser: nameIn(BROWSERS, agent) ?? 'unknown',
    device: deviceOf(agent, os),
    os,
    bot: nameIn(BOTS, agent) ?? '',
  };
}
