// The whole application in a test, at an address, as a given visitor.
import { createMemoryHistory } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { createQueryClient } from "../api/queries";
import { App } from "../app/App";
import { followLocaleInAddress } from "../app/localeRouting";
import { createAppRouter } from "../app/router";

export function openApp(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, history);
  const stop = followLocaleInAddress(router);
  const view = render(<App queryClient={queryClient} router={router} />);
  return { router, history, queryClient, stop, ...view };
}
