// A browser in words, from what it says of itself; only what people would call it, never a version.

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrom(?:e|ium)\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/.+\bSafari\//, "Safari"],
];

/** Order matters: an iPhone says that it is like a Mac, Android that it is a Linux. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

export type UserAgent = { browser: string | null; system: string | null };

function firstMatch(table: readonly (readonly [RegExp, string])[], agent: string): string | null {
  return table.find(([sign]) => sign.test(agent))?.[1] ?? null;
}

export function parseUserAgent(agent: string): UserAgent {
  return { browser: firstMatch(BROWSERS, agent), system: firstMatch(SYSTEMS, agent) };
}
