// Holds lists to what their rows, pages and empty places say.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { activateLocale } from "../../i18n/translate";
import { answers, installLists, open, page, rows } from "../../testing/listScreen";
import { server } from "../../testing/server";

installLists();

describe("pages (L10)", () => {
  it("says which rows are shown, in both languages", async () => {
    answers(() => page(rows(10), 500));
    open();
    expect(await screen.findByText("1–10 of 500")).toBeVisible();
    await activateLocale("fr-ca");
    expect(await screen.findByText("1 à 10 sur 500")).toBeVisible();
    await activateLocale("en-us");
  });

  it("leads an address beyond the end to the last page, and Back not beyond it again", async () => {
    answers((query) => {
      const asked = Number(query.get("page") ?? 1);
      return page(asked > 3 ? [] : rows(5), 25, asked);
    });
    const { history } = open("/screen?page=999&status=active");
    expect(await screen.findByText("21–25 of 25")).toBeVisible();
    expect(screen.queryByText("Nothing matches")).toBeNull();
    expect(history.location.search).toBe("?page=3&status=active");
    expect(history.length).toBe(1);
  });

  it("says that there is nothing yet, whatever page is asked for", async () => {
    answers(() => page([]));
    open("/screen?page=4");
    expect(await screen.findByText("No client yet")).toBeVisible();
  });

  it("offers 10, 25, 50 and 100 rows", async () => {
    answers((query) => page(rows(10), 500, 1, Number(query.get("per_page"))));
    const { history } = open("/screen?page=4");
    const user = userEvent.setup();
    const sizes = await screen.findByRole("combobox", { name: "Rows per page" });
    expect(within(sizes).getAllByRole("option")).toHaveLength(4);
    await user.selectOptions(sizes, "50");
    expect(history.location.search).toBe("?per_page=50");
  });
});

describe("rows (L11, L12, L13)", () => {
  it("lines figures up and says what a reader may not see", async () => {
    answers(() => page(rows(2)));
    open();
    const line = await screen.findByRole("row", { name: /Client 2/ });
    const [money] = within(line).getAllByRole("cell");
    expect(money).toHaveAttribute("data-align", "end");
    expect(money).toHaveTextContent("—Not shown to your role");
  });

  it("follows the row's link on a click anywhere, and a new tab's on a modified one", async () => {
    answers(() => page(rows(2)));
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    open();
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

  it("says the true number of rows", async () => {
    answers(() => page(rows(10), 500));
    open();
    expect(await screen.findByRole("table")).toHaveAttribute("aria-rowcount", "501");
  });
});

describe("row height (L9)", () => {
  const height = async () => (await screen.findByRole("row", { name: /Client 1/ })).style.height;

  it("is kept for the reader, and gives way to what the address says", async () => {
    answers(() => page(rows(1)));
    const first = open();
    expect(await height()).toBe("36px");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Columns" }));
    await user.click(await screen.findByRole("radio", { name: "Compact" }));
    await waitFor(async () => expect(await height()).toBe("28px"));
    expect(first.history.location.search).toBe("?density=compact");
    first.unmount();
    const second = open();
    expect(await height()).toBe("28px");
    second.unmount();
    open("/screen?density=roomy");
    expect(await height()).toBe("44px");
    await user.click(screen.getByRole("button", { name: "Columns" }));
    await user.click(await screen.findByRole("radio", { name: "Regular" }));
    await waitFor(async () => expect(await height()).toBe("36px"));
  });
});

describe("nothing to show (L17)", () => {
  it("says that there is nothing yet", async () => {
    answers(() => page([]));
    open();
    expect(await screen.findByText("No client yet")).toBeVisible();
  });

  it("says that nothing matches and clears the way", async () => {
    answers((query) => page(query.has("search") ? [] : rows(2)));
    const { history } = open("/screen?q=zzz");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    expect(history.location.search).toBe("");
    expect(await screen.findByText("Client 1")).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("says that the reader's role does not include the list", async () => {
    server.use(
      http.get("/api/v1/clients", () =>
        HttpResponse.json({ code: "forbidden", message: "No" }, { status: 403 }),
      ),
    );
    open();
    expect(await screen.findByText("Not part of your role")).toBeVisible();
  });

  it("says why an address can show nothing, and the way out of it", async () => {
    const refusal = { code: "invalid", message: "No", errors: { status: ["No such status"] } };
    server.use(
      http.get("/api/v1/clients", ({ request }) =>
        new URL(request.url).searchParams.has("status")
          ? HttpResponse.json(refusal, { status: 422 })
          : HttpResponse.json(page(rows(1))),
      ),
    );
    open("/screen?status=active");
    await screen.findByText("No such status");
    expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await screen.findByText("Client 1")).toBeVisible();
  });

  it("offers another try when the list could not be loaded", async () => {
    server.use(http.get("/api/v1/clients", () => new HttpResponse(null, { status: 500 })));
    open();
    const user = userEvent.setup();
    await screen.findByText("The list could not be loaded");
    answers(() => page(rows(1)));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Client 1")).toBeVisible();
  });
});
