// Holds lists to their address: search, sort, filters, and answers that come too late.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, onTestFinished } from "vitest";
import { answers, asked, installLists, open, page, rows } from "../../testing/listScreen";
import { server } from "../../testing/server";

installLists();

describe("a list's address (L1, L2, L3)", () => {
  it("asks for what the address says, and for the default where it makes no sense", async () => {
    answers(() => page(rows(3)));
    open("/screen?page=2&status=active,nonsense&sort=-mrr&per_page=7&q=studio");
    await screen.findByRole("table", { name: "Clients" });
    expect(asked[0]?.toString()).toBe("page=2&per_page=10&sort=-mrr&search=studio&status=active");
  });

  it("keeps page, sort and search in the address, without the defaults", async () => {
    answers((query) => page(rows(10), 35, Number(query.get("page"))));
    const { history } = open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Page 3" }));
    expect(history.location.search).toBe("?page=3");
    await user.click(screen.getByRole("button", { name: "MRR" }));
    expect(history.location.search).toBe("?sort=mrr");
    history.back();
    await waitFor(() => expect(history.location.search).toBe("?page=3"));
  });

  it("hides a column by the chooser and tells the address", async () => {
    answers(() => page(rows(2)));
    const { history } = open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Columns" }));
    await user.click(await screen.findByRole("checkbox", { name: "Team" }));
    await waitFor(() => expect(history.location.search).toBe("?hidden=team"));
    expect(screen.queryByRole("columnheader", { name: "Team" })).not.toBeInTheDocument();
  });
});

describe("controls that the address follows", () => {
  it("keep what was chosen at once, and add to it before the address says so", async () => {
    answers(() => page(rows(2)));
    const { history } = open();
    await userEvent.click(await screen.findByRole("button", { name: "Filters" }));
    const active = await screen.findByRole("checkbox", { name: "Active" });
    fireEvent.click(active);
    expect(active).toBeChecked();
    fireEvent.click(screen.getByRole("checkbox", { name: "Churned" }));
    expect(active).toBeChecked();
    await waitFor(() =>
      expect(new URLSearchParams(history.location.search).get("status")).toBe("active,churned"),
    );
    history.push("/screen");
    await waitFor(() => expect(active).not.toBeChecked());
  });

  it("give the focus back when a panel is closed that came as it was reached for", async () => {
    answers(() => page(rows(2)));
    open();
    const user = userEvent.setup();
    (await screen.findByRole("button", { name: "Columns" })).focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("checkbox", { name: "Team" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Columns" })).toHaveFocus());
  });
});

describe("searching (L4)", () => {
  it("waits for the typist, ignores answers that come too late, and keeps the old rows", async () => {
    const late = Promise.withResolvers<void>();
    let lateAnswers = 0;
    server.use(
      http.get("/api/v1/clients", async ({ request }) => {
        const query = new URL(request.url).searchParams;
        asked.push(query);
        const name = query.has("search") ? `Found ${query.get("search")}` : "Everything";
        if (name === "Found ab") {
          await late.promise;
          lateAnswers += 1;
        }
        return HttpResponse.json(page([{ api_id: name, name }]));
      }),
    );
    const { history } = open();
    const user = userEvent.setup();
    await screen.findByText("Everything");
    const before = history.length;
    const field = screen.getByRole("searchbox", { name: "Search: Clients" });
    await user.type(field, "ab");
    await waitFor(() => expect(asked.at(-1)?.get("search")).toBe("ab"));
    expect(screen.getByText("Everything")).toBeVisible();
    expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
    await user.type(field, "c");
    await screen.findByText("Found abc");
    late.resolve();
    await waitFor(() => expect(lateAnswers).toBe(1));
    expect(screen.getByText("Found abc")).toBeVisible();
    expect(screen.queryByText("Found ab")).not.toBeInTheDocument();
    expect(asked.map((query) => query.get("search"))).toEqual([null, "ab", "abc"]);
    expect(history.length - before).toBeLessThanOrEqual(1);
  });
});

describe("sorting (L5)", () => {
  it("goes through three states and says each", async () => {
    answers(() => page(rows(2)));
    open();
    const user = userEvent.setup();
    await screen.findByRole("table");
    const head = () => screen.getByRole("columnheader", { name: "MRR" });
    expect(screen.getByRole("columnheader", { name: "Name" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    const states = ["ascending", "descending", "none"];
    for (const state of states) {
      await user.click(screen.getByRole("button", { name: "MRR" }));
      await waitFor(() => expect(head()).toHaveAttribute("aria-sort", state));
    }
    expect(asked.map((query) => query.get("sort"))).toEqual(["name", "mrr", "-mrr"]);
    expect(screen.getByRole("columnheader", { name: "Team" })).not.toHaveAttribute("aria-sort");
  });
});

describe("sorting on a phone, where cards have no heads", () => {
  it("offers both ways of every column and the usual order, and tells the address", async () => {
    const wide = window.matchMedia;
    onTestFinished(() => {
      window.matchMedia = wide;
    });
    window.matchMedia = (query) =>
      Object.assign(wide(query), { matches: query.includes("max-width") });
    answers(() => page(rows(2)));
    const { history } = open("/screen?page=2");
    const user = userEvent.setup();
    const sort = await screen.findByRole("combobox", { name: "Sort by" });
    await user.selectOptions(sort, "MRR, descending");
    await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("-mrr"));
    expect(history.location.search).toBe("?sort=-mrr");
    await user.selectOptions(sort, "Usual order");
    await waitFor(() => expect(history.location.search).toBe(""));
    expect(within(sort).queryByRole("option", { name: /Team/ })).not.toBeInTheDocument();
  });
});

describe("filters (L6)", () => {
  it("shows each as a chip that can be removed, counts them, and clears all", async () => {
    answers(() => page(rows(2)));
    const { history } = open("/screen?status=active,churned&archived=include");
    const user = userEvent.setup();
    await screen.findByRole("table");
    expect(screen.getByRole("button", { name: "Filters (2 active)" })).toBeVisible();
    const chips = screen.getByRole("group", { name: "Active filters" });
    expect(within(chips).getByText("Status: Active, Churned")).toBeVisible();
    await user.click(
      within(chips).getByRole("button", {
        name: "Remove the filter “Status: Active, Churned”",
      }),
    );
    expect(history.location.search).toBe("?archived=include");
    await user.click(screen.getByRole("button", { name: "Clear all" }));
    expect(history.location.search).toBe("");
    expect(screen.queryByRole("group", { name: "Active filters" })).not.toBeInTheDocument();
  });

  it("offers a field for every described filter", async () => {
    answers(() => page(rows(2)));
    const { history } = open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Filters" }));
    await user.click(await screen.findByRole("checkbox", { name: "Churned" }));
    await waitFor(() => expect(history.location.search).toBe("?status=churned"));
    await waitFor(() => expect(asked.at(-1)?.getAll("status")).toEqual(["churned"]));
  });
});
