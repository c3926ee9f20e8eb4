// Renders a component as a screen, with a route, a signed-in user and the theme.
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createQueryClient } from "../api/queries";
import type { CurrentUser, EnumOptions } from "../api/types";
import { currentUserQuery } from "../session/currentUser";
import { enumOptionsQuery } from "../session/enumOptions";
import { someone } from "./server";

type ScreenOptions = {
  at?: string;
  user?: CurrentUser;
  enums?: EnumOptions;
  /** Other routes of the test; each shows its path. */
  otherPaths?: readonly string[];
};

export function renderScreen(
  screen: () => ReactNode,
  { at = "/screen", user = someone, enums = {}, otherPaths = [] }: ScreenOptions = {},
) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, user);
  queryClient.setQueryData(enumOptionsQuery.queryKey, enums);
  const root = createRootRoute({ component: Outlet });
  const pages = [
    createRoute({ getParentRoute: () => root, path: "/screen", component: screen }),
    ...otherPaths.map((path) =>
      createRoute({ getParentRoute: () => root, path, component: () => <h1>{path}</h1> }),
    ),
  ];
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history,
    defaultPendingMinMs: 0,
  });
  const view = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, history, router, queryClient };
}
