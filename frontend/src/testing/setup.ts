// Prepares every test: browser features that jsdom lacks, English texts, and a reset after each test.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, vi } from "vitest";
import { activateLocale, loadMessages } from "../i18n/translate";
import { clearToasts } from "../lib/toasts";

function matchNoMediaQuery(query: string) {
  return {
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
}

class StubResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.defineProperty(window, "matchMedia", { value: matchNoMediaQuery, writable: true });
Object.defineProperty(window, "ResizeObserver", { value: StubResizeObserver, writable: true });
Object.defineProperty(window, "scrollTo", { value: () => undefined, writable: true });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

// Screens load by dynamic import, which takes time on a busy machine.
configure({
  asyncUtilTimeout: 10_000,
  getElementError: (message) => new Error(message ?? "Not found"),
});

beforeAll(async () => {
  await activateLocale("en-us");
  await loadMessages(
    "app",
    "account",
    "administration",
    "client",
    "sales",
    "dialogs",
    "figures",
    "history",
    "home",
    "personal",
    "profile",
    "hours",
    "retainers",
    "settings",
    "states",
    "terms",
  );
});

afterEach(() => {
  cleanup();
  clearToasts();
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
  for (const pair of document.cookie.split("; ").filter(Boolean)) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = `${pair.split("=")[0]}=; Max-Age=0; Path=/`;
  }
});
