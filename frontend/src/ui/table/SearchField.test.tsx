// Tests that late updates never replace what the user is typing.
import type { QueryClient } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/queries";
import type { CurrentUser } from "../../api/types";
import { renderScreen } from "../../testing/renderScreen";
import { lazyListRoute } from "./lazyListRoute";
import type { ListDescription } from "./listDescription";
import { SearchField } from "./SearchField";

type Context = { queryClient: QueryClient; user: CurrentUser | null };

describe("the search field of a list", () => {
  it("keeps the typed text when a sent value returns, and accepts other new values", async () => {
    const onSearch = vi.fn();
    let comesBack: (value: string) => void = () => undefined;
    function Screen() {
      const [value, setValue] = useState("");
      comesBack = (given) => act(() => setValue(given));
      return <SearchField value={value} label="Search" onSearch={onSearch} />;
    }
    renderScreen(() => <Screen />);
    const field = await screen.findByRole("searchbox");
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    type("a");
    await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith("a"));
    type("ag");
    comesBack("a");
    expect(field).toHaveValue("ag");
    comesBack("");
    expect(field).toHaveValue("");
    comesBack("a");
    expect(field).toHaveValue("a");
  });

  it("stays mounted while the page's loader runs", async () => {
    const described: ListDescription = { path: "/x", defaultSort: "", columns: [], filters: [] };
    const load = vi.fn(() => Promise.resolve(described));
    const root = createRootRouteWithContext<Context>()();
    const page = createRoute({
      getParentRoute: () => root,
      path: "/",
      ...lazyListRoute(load),
      component: () => <input aria-label="Search" />,
    });
    const router = createRouter({
      routeTree: root.addChildren([page]),
      context: { queryClient: createQueryClient(), user: null },
      history: createMemoryHistory(),
      defaultPendingMs: 0,
      defaultPendingComponent: () => "Waiting",
    });
    render(<RouterProvider router={router as never} />);
    const field = await screen.findByRole("textbox");
    const slow = Promise.withResolvers<ListDescription>();
    load.mockReturnValue(slow.promise);
    await act(async () => {
      void router.navigate({ to: ".", search: { q: "a" } as never });
      await new Promise((done) => setTimeout(done));
    });
    expect(screen.queryByText("Waiting")).not.toBeInTheDocument();
    expect(screen.getByRole("textbox")).toBe(field);
    await act(async () => slow.resolve(described));
    await waitFor(() => expect(router.state.location.search).toEqual({ q: "a" }));
    expect(screen.getByRole("textbox")).toBe(field);
  });
});
