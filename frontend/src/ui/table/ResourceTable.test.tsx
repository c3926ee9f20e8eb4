// Tests lists and their URL: search, sort, filters and late responses.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  handleList,
  installLists,
  openList,
  page,
  rows,
  sentQueries,
} from "../../testing/listScreen";
import { server } from "../../testing/server";

installLists();

function simulatePhone() {
  const wide = window.matchMedia;
  onTestFinished(() => {
    window.matchMedia = wide;
  });
  window.matchMedia = (query) =>
    Object.assign(wide(query), { matches: query.includes("max-width") });
}

describe("a list's URL (L1, L2, L3)", () => {
  it("requests what the URL says, and the default for invalid values", async () => {
    handleList(() => page(rows(3)));
    openList("/screen?page=2&status=active,nonsense&sort=-mrr&per_page=7&q=studio");
    await screen.findByRole("table", { name: "Clients" });
    expect(sentQueries[0]?.toString()).toBe(
      "page=2&per_page=10&sort=-mrr&search=studio&status=active",
    );
  });

  it("stores page, sort and search in the URL, without defaults", async () => {
    handleList((query) => page(rows(10), 35, Number(query.get("page"))));
    const { history } = openList();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Page 3" }));
    expect(history.location.search).toBe("?page=3");
    await user.click(screen.getByRole("button", { name: "MRR" }));
    expect(history.location.search).toBe("?sort=mrr");
    history.back();
    await waitFor(() => expect(history.location.search).toBe("?page=3"));
  });

  it("hides a column and updates the URL", async () => {
    handleList(() => page(rows(2)));
    const { history } = openList();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Columns" }));
    await user.click(await screen.findByRole("checkbox", { name: "Team" }));
    await waitFor(() => expect(history.location.search).toBe("?hidden=team"));
    expect(screen.queryByRole("columnheader", { name: "Team" })).not.toBeInTheDocument();
  });
});

describe("controls with pending navigation", () => {
  it("show a choice at once, and add to it before the URL changes", async () => {
    handleList(() => page(rows(2)));
    const { history } = openList();
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

  it("return the focus when a lazily loaded panel closes", async () => {
    handleList(() => page(rows(2)));
    openList();
    const user = userEvent.setup();
    (await screen.findByRole("button", { name: "Columns" })).focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("checkbox", { name: "Team" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Columns" })).toHaveFocus());
  });
});

describe("searching (L4)", () => {
  it("debounces typing, ignores late responses and keeps the previous rows", async () => {
    const late = Promise.withResolvers<void>();
    let lateAnswers = 0;
    server.use(
      http.get("/api/v1/clients", async ({ request }) => {
        const query = new URL(request.url).searchParams;
        sentQueries.push(query);
        const name = query.has("search") ? `Found ${query.get("search")}` : "Everything";
        if (name === "Found ab") {
          await late.promise;
          lateAnswers += 1;
        }
        return HttpResponse.json(page([{ api_id: name, name }]));
      }),
    );
    const { history } = openList();
    const user = userEvent.setup();
    await screen.findByText("Everything");
    const before = history.length;
    const field = screen.getByRole("searchbox", { name: "Search: Clients" });
    await user.type(field, "ab");
    await waitFor(() => expect(sentQueries.at(-1)?.get("search")).toBe("ab"));
    expect(screen.getByText("Everything")).toBeVisible();
    expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
    await user.type(field, "c");
    await screen.findByText("Found abc");
    late.resolve();
    await waitFor(() => expect(lateAnswers).toBe(1));
    expect(screen.getByText("Found abc")).toBeVisible();
    expect(screen.queryByText("Found ab")).not.toBeInTheDocument();
    expect(sentQueries.map((query) => query.get("search"))).toEqual([null, "ab", "abc"]);
    expect(history.length - before).toBeLessThanOrEqual(1);
  });
});

describe("sorting (L5)", () => {
  it("cycles through three states and announces each", async () => {
    handleList(() => page(rows(2)));
    openList();
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
    expect(sentQueries.map((query) => query.get("sort"))).toEqual(["name", "mrr", "-mrr"]);
    expect(screen.getByRole("columnheader", { name: "Team" })).not.toHaveAttribute("aria-sort");
  });
});

describe("sorting on a phone", () => {
  it("offers both directions of every column and the default order, and updates the URL", async () => {
    simulatePhone();
    handleList(() => page(rows(2)));
    const { history } = openList("/screen?page=2");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Filters" }));
    const sort = await screen.findByRole("combobox", { name: "Sort by" });
    await user.selectOptions(sort, "MRR, descending");
    await waitFor(() => expect(sentQueries.at(-1)?.get("sort")).toBe("-mrr"));
    expect(history.location.search).toBe("?sort=-mrr");
    await user.selectOptions(sort, "Default order");
    await waitFor(() => expect(history.location.search).toBe(""));
    expect(within(sort).queryByRole("option", { name: /Team/ })).not.toBeInTheDocument();
  });
});

describe("cards on a phone", () => {
  it("have three lines: the name and its value, what the row is about, and how it stands", async () => {
    simulatePhone();
    handleList(() => page(rows(2)));
    openList("/screen", { card: { head: "mrr", about: ["team"], standing: ["mrr"] } });
    const cards = await screen.findByRole("list", { name: "Clients" });
    const [first, second] = within(cards).getAllByRole("listitem");
    expect(first?.querySelectorAll("dt")).toHaveLength(0);
    expect([...(first?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      "Client 1MRR CA$1,234.50",
      "Team Design",
      "MRR CA$1,234.50",
    ]);
    // An absent value is left out by its mark, with its label.
    expect(second?.querySelectorAll("[data-absent]")).toHaveLength(2);
  });

  it("have a line for each column of a list without a description of its card", async () => {
    simulatePhone();
    handleList(() => page(rows(1)));
    openList();
    const cards = await screen.findByRole("list", { name: "Clients" });
    expect(cards.querySelectorAll("dt")).toHaveLength(2);
  });
});

describe("filters (L6)", () => {
  it("shows removable chips, counts them and clears all", async () => {
    handleList(() => page(rows(2)));
    const { history } = openList("/screen?status=active,churned&archived=include");
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

  it("has a field for every filter", async () => {
    handleList(() => page(rows(2)));
    const { history } = openList();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Filters" }));
    await user.click(await screen.findByRole("checkbox", { name: "Churned" }));
    await waitFor(() => expect(history.location.search).toBe("?status=churned"));
    await waitFor(() => expect(sentQueries.at(-1)?.getAll("status")).toEqual(["churned"]));
  });
});
