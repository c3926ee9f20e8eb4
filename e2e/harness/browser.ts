// One Chromium for each test worker, started when the first page is wanted.
import { type Browser, chromium } from "playwright-core";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let started: Promise<Browser> | undefined;

export function sharedBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: QUIET,
  });
  return started;
}

export async function closeBrowser(): Promise<void> {
  const open = await started;
  started = undefined;
  await open?.close();
}
