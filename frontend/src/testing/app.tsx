// Opens the whole application in a test, at a URL.
import { createMemoryHistory } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { createQueryClient } from "../api/queries";
import { App } from "../app/App";
import { syncLocaleToUrl } from "../app/localeRouting";
import { createAppRouter } from "../app/router";

export function openApp(url: string) {
  const history = createMemoryHistory({ initialEntries: [url] });
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, history);
  const stopLocaleSync = syncLocaleToUrl(router);
  const view = render(<App queryClient={queryClient} router={router} />);
  return { router, history, queryClient, stopLocaleSync, ...view };
}
