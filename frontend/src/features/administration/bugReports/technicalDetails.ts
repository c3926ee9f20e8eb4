// What a report says about the screen besides the text of its sender.
import { pageMeta } from "../../../lib/pageMeta";

const MAX_PAGE_LENGTH = 2_000;
const MAX_BROWSER_LENGTH = 500;

export type TechnicalDetails = { page: string; build: string; browser: string; viewport: string };

/** The address is without its host and fragment, which can hold a code. */
export function readTechnicalDetails(): TechnicalDetails {
  const { pathname, search } = window.location;
  return {
    page: (pathname + search).slice(0, MAX_PAGE_LENGTH),
    build: pageMeta("build") ?? "",
    browser: navigator.userAgent.slice(0, MAX_BROWSER_LENGTH),
    viewport: `${window.innerWidth} × ${window.innerHeight}`,
  };
}
