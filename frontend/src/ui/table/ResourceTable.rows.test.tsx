// Tests the rows, pages and placeholders of lists.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { activateLocale } from "../../i18n/translate";
import { handleList, installLists, openList, page, rows } from "../../testing/listScreen";
import { server } from "../../testing/server";

installLists();

describe("pages (L10)", () => {
  it("shows the range of rows in both languages", async () => {
    handleList(() => page(rows(10), 500));
    openList();
    expect(await screen.findByText("1–10 of 500")).toBeVisible();
    await activateLocale("fr-ca");
    expect(await screen.findByText("1 à 10 sur 500")).toBeVisible();
    await activateLocale("en-us");
  });

  it("replaces a page beyond the end by the last page, without a history entry", async () => {
    handleList((query) => {
      const requested = Number(query.get("page") ?? 1);
      return page(requested > 3 ? [] : rows(5), 25, requested);
    });
    const { history } = openList("/screen?page=999&status=active");
    expect(await screen.findByText("21–25 of 25")).toBeVisible();
    expect(screen.queryByText("No results")).toBeNull();
    expect(history.location.search).toBe("?page=3&status=active");
    expect(history.length).toBe(1);
  });

  it("shows the empty state on any page", async () => {
    handleList(() => page([]));
    openList("/screen?page=4");
    expect(await screen.findByText("No clients yet")).toBeVisible();
  });

  it("offers 10, 25, 50 and 100 rows", async () => {
    handleList((query) => page(rows(10), 500, 1, Number(query.get("per_page"))));
    const { history } = openList("/screen?page=4");
    const user = userEvent.setup();
    const sizes = await screen.findByRole("combobox", { name: "Rows per page" });
    expect(within(sizes).getAllByRole("option")).toHaveLength(4);
    await user.selectOptions(sizes, "50");
    expect(history.location.search).toBe("?per_page=50");
  });
});

describe("rows (L11, L12, L13)", () => {
  it("aligns figures and marks restricted ones", async () => {
    handleList(() => page(rows(2)));
    openList();
    const line = await screen.findByRole("row", { name: /Client 2/ });
    const [money] = within(line).getAllByRole("cell");
    expect(money).toHaveAttribute("data-align", "end");
    expect(money).toHaveTextContent("—Not available to your role");
  });

  it("follows the row's link on a click anywhere, in a new tab with Control", async () => {
    handleList(() => page(rows(2)));
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    openList();
    const user = userEvent.setup();
    const cell = (await screen.findAllByText("Design"))[0] as HTMLElement;
    const link = screen.getByRole("link", { name: "Client 1" });
    const followed = vi.fn((event: Event) => event.preventDefault());
    link.addEventListener("click", followed);
    await user.click(cell);
    expect(followed).toHaveBeenCalledOnce();
    await user.keyboard("{Control>}");
    await user.click(cell);
    expect(opened).toHaveBeenCalledWith(
      expect.stringMatching(/\/clients\/id-0\/view$/),
      "_blank",
      "noopener",
    );
    expect(followed).toHaveBeenCalledOnce();
  });

  it("announces the total number of rows", async () => {
    handleList(() => page(rows(10), 500));
    openList();
    expect(await screen.findByRole("table")).toHaveAttribute("aria-rowcount", "501");
  });
});

describe("row height (L9)", () => {
  const height = async () => (await screen.findByRole("row", { name: /Client 1/ })).style.height;

  it("is stored per user, and the URL takes precedence", async () => {
    handleList(() => page(rows(1)));
    const first = openList();
    expect(await height()).toBe("36px");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Columns" }));
    await user.click(await screen.findByRole("radio", { name: "Compact" }));
    await waitFor(async () => expect(await height()).toBe("28px"));
    expect(first.history.location.search).toBe("?density=compact");
    first.unmount();
    const second = openList();
    expect(await height()).toBe("28px");
    second.unmount();
    const bookmarked = openList("/screen?density=roomy");
    expect(await height()).toBe("44px");
    bookmarked.unmount();
    openList("/screen?density=comfortable");
    expect(await height()).toBe("44px");
    await user.click(screen.getByRole("button", { name: "Columns" }));
    await user.click(await screen.findByRole("radio", { name: "Regular" }));
    await waitFor(async () => expect(await height()).toBe("36px"));
  });
});

describe("placeholders (L17)", () => {
  it("shows the empty state", async () => {
    handleList(() => page([]));
    openList();
    expect(await screen.findByText("No clients yet")).toBeVisible();
  });

  it("shows no results and clears the filters", async () => {
    handleList((query) => page(query.has("search") ? [] : rows(2)));
    const { history } = openList("/screen?q=zzz");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    expect(history.location.search).toBe("");
    expect(await screen.findByText("Client 1")).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("shows that the role does not include the list", async () => {
    server.use(
      http.get("/api/v1/clients", () =>
        HttpResponse.json({ code: "forbidden", message: "No" }, { status: 403 }),
      ),
    );
    openList();
    expect(await screen.findByText("Page not available")).toBeVisible();
  });

  it("shows the reason for an invalid filter, and clears the filters", async () => {
    const refusal = { code: "invalid", message: "No", errors: { status: ["No such status"] } };
    server.use(
      http.get("/api/v1/clients", ({ request }) =>
        new URL(request.url).searchParams.has("status")
          ? HttpResponse.json(refusal, { status: 422 })
          : HttpResponse.json(page(rows(1))),
      ),
    );
    openList("/screen?status=active");
    await screen.findByText("No such status");
    expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await screen.findByText("Client 1")).toBeVisible();
  });

  it("offers a retry when the list could not be loaded", async () => {
    server.use(http.get("/api/v1/clients", () => new HttpResponse(null, { status: 500 })));
    openList();
    const user = userEvent.setup();
    await screen.findByText("The list could not be loaded");
    handleList(() => page(rows(1)));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Client 1")).toBeVisible();
  });
});
