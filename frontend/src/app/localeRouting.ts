// Handles the optional language prefix of a URL: removed before routing, added when a link is written.
import type { AnyRouter, LocationRewrite } from "@tanstack/react-router";
import {
  activeLocale,
  onLocaleChange,
  pathLocale,
  withoutPathLocale,
  withPathLocale,
} from "../i18n/locale";

/** Once a URL had a prefix, all links have one, so that a visitor keeps the language of a shared link. */
export function createLocaleRewrite(): LocationRewrite {
  let hasPrefix = false;
  return {
    input: ({ url }) => {
      if (pathLocale(url.pathname)) {
        hasPrefix = true;
        url.pathname = withoutPathLocale(url.pathname);
      }
      return url;
    },
    output: ({ url }) => {
      if (hasPrefix) url.pathname = withPathLocale(url.pathname, activeLocale());
      return url;
    },
  };
}

/** Replaces the prefix after a change of language; route, search and unsaved input stay. */
export function syncLocaleToUrl(router: AnyRouter): () => void {
  return onLocaleChange(() => {
    const { pathname, search, hash, state } = router.history.location;
    const urlLocale = pathLocale(pathname);
    if (!urlLocale || urlLocale === activeLocale()) return;
    const href = withPathLocale(pathname, activeLocale()) + search + hash;
    router.history.replace(href, state, { ignoreBlocker: true });
    // The route does not change, so the links on the page would keep the old prefix without a new rewrite.
    router.update({ ...router.options, rewrite: createLocaleRewrite() });
  });
}
