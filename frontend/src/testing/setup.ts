// Prepares every test: the browser features jsdom lacks, English words, and nothing left from the last test.
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, vi } from "vitest";
import { activateLocale, loadMessages } from "../i18n/translate";
import { clearToasts } from "../lib/toasts";

function lacksMediaQueries(query: string) {
  return {
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
}

class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.defineProperty(window, "matchMedia", { value: lacksMediaQueries, writable: true });
Object.defineProperty(window, "ResizeObserver", { value: StillObserver, writable: true });
Object.defineProperty(window, "scrollTo", { value: () => undefined, writable: true });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

// Screens arrive by dynamic import, which a busy machine delivers late.
configure({
  asyncUtilTimeout: 10_000,
  getElementError: (message) => new Error(message ?? "Not found"),
});

beforeAll(async () => {
  await activateLocale("en-us");
  await Promise.all([loadMessages("app"), loadMessages("settings")]);
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
