// The optional language prefix of an address: taken off before a route is matched, put back on when one is written.
import type { AnyRouter, LocationRewrite } from "@tanstack/react-router";
import {
  activeLocale,
  onLocaleChange,
  pathLocale,
  withoutPathLocale,
  withPathLocale,
} from "../i18n/locale";

/** Addresses stay prefixed once one was, so that a shared link keeps its language on every next page. */
export function createLocaleRewrite(): LocationRewrite {
  let prefixed = false;
  return {
    input: ({ url }) => {
      if (pathLocale(url.pathname)) {
        prefixed = true;
        url.pathname = withoutPathLocale(url.pathname);
      }
      return url;
    },
    output: ({ url }) => {
      if (prefixed) url.pathname = withPathLocale(url.pathname, activeLocale());
      return url;
    },
  };
}

/** After a switch of language the address says the new one; route, search and unsaved input stay. */
export function followLocaleInAddress(router: AnyRouter): () => void {
  return onLocaleChange(() => {
    const { pathname, search, hash, state } = router.history.location;
    const shown = pathLocale(pathname);
    if (!shown || shown === activeLocale()) return;
    const href = withPathLocale(pathname, activeLocale()) + search + hash;
    router.history.replace(href, state, { ignoreBlocker: true });
    // The route is the same, so the links on the page would keep the old prefix without a new rewrite.
    router.update({ ...router.options, rewrite: createLocaleRewrite() });
  });
}
