// Tests what people write about a client: notes with a next step by keyboard, contacts, and the timeline's filter.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A new client with something in its timeline, so that no other test changes it. */
async function createClient({ api }: App) {
  const managers = await api.get<{ data: { api_id: string }[] }>("/account-managers?per_page=1");
  const name = `Maison ${Date.now()}`;
  const { data } = await api.send<{ data: { api_id: string } }>("POST", "/clients", {
    name,
    currency: "CAD",
    account_manager: managers.data[0]?.api_id,
    contact_name: "Chantal Fiset",
  });
  return { id: data.api_id, name };
}

const typedDay = (at: number) => {
  const [year, month, day] = new Date(at).toISOString().slice(0, 10).split("-");
  return `${month}/${day}/${year}`;
};

test.describe(() => {
  test.use({ role: "admin" });

  test("a note with a next step is written and completed by keyboard", async ({ app }) => {
    const { page, open, t } = app;
    const { id } = await createClient(app);
    await open(`/clients/${id}/view`);
    const timeline = page.getByRole("region", { name: t("client_page.timeline.title") });
    await expect(timeline.getByText(t("client_page.timeline.none"))).toBeVisible();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog");
    const text = dialog.getByRole("textbox", { name: t("client_notes.field.text") });
    await text.focus();
    await page.keyboard.type("Budget frozen until January");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Send a proposal");
    await expectAccessible(page);
    await dialog
      .getByRole("textbox", { name: t("client_notes.field.next_on") })
      .fill(typedDay(Date.now() + 5 * DAY_MS));
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/view$/);
    await expect(timeline.getByText("Budget frozen until January")).toBeVisible();
    const next = page.getByRole("region", { name: t("client_page.next.title") });
    await expect(next.getByText("Send a proposal")).toBeVisible();
    await expectAccessible(page);
    const done = t("client_page.note.complete_step", { step: "Send a proposal" });
    await next.getByRole("button", { name: done }).press("Enter");
    await expect(next.getByText("Send a proposal")).toBeHidden();
    await expect(timeline.getByText(t("client_page.note.done_step"))).toBeVisible();
  });

  test("a contact is added and becomes the primary one", async ({ app }) => {
    const { page, open, t } = app;
    const { id } = await createClient(app);
    await open(`/clients/${id}/view`);
    const contacts = page.getByRole("region", { name: t("client_page.side.contacts") });
    await contacts.getByRole("button", { name: t("client_page.contact.add") }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByRole("textbox", { name: t("client_contacts.field.name") })
      .fill("Luc Gauthier");
    await dialog.getByRole("button", { name: t("form.create") }).click();
    await expect(contacts.getByText("Luc Gauthier")).toBeVisible();
    await expect(contacts.getByRole("listitem").first()).toContainText("Chantal Fiset");
    await expectAccessible(page);
    await contacts
      .getByRole("button", { name: t("ui.more_actions", { name: "Luc Gauthier" }) })
      .click();
    await page.getByRole("menuitem", { name: t("client_page.contact.make_primary") }).click();
    await expect(contacts.getByRole("listitem").first()).toContainText("Luc Gauthier");
    await expect(contacts.getByRole("listitem").last()).toContainText("Chantal Fiset");
  });

  test("the filter of the timeline is in the address", async ({ app }) => {
    const { page, open, t, api } = app;
    const { data } = await api.get<{ data: { api_id: string }[] }>(
      "/clients?sort=-outstanding&per_page=1",
    );
    await open(`/clients/${data[0]?.api_id}/view`);
    const timeline = page.getByRole("region", { name: t("client_page.timeline.title") });
    const entries = timeline.getByRole("listitem");
    await expect(entries.first()).toBeVisible();
    const shown = await entries.count();
    await timeline.getByRole("link", { name: t("client_page.timeline.more") }).click();
    await expect.poll(() => entries.count()).toBeGreaterThan(shown);
    await timeline.getByRole("link", { name: t("client_page.timeline.group.notes") }).click();
    await expect(page).toHaveURL(/view=notes$/);
    await expect(timeline.getByText(t("client_page.timeline.none_of_kind"))).toBeVisible();
    await page.goBack();
    await expect(entries.first()).toBeVisible();
    await timeline.getByRole("link", { name: t("client_page.timeline.group.money") }).click();
    await expect(entries.first().getByRole("link")).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ role: "employee", locale: "fr-CA", viewport: { width: 375, height: 812 } });

  test("an employee sees the timeline without money on a phone", async ({ app }) => {
    const { page, open, t, api } = app;
    const { data } = await api.get<{ data: { api_id: string }[] }>("/clients?per_page=1");
    await open(`/clients/${data[0]?.api_id}/view`);
    await expect(page.getByRole("region", { name: t("client_page.timeline.title") })).toBeVisible();
    await expect(page.getByRole("link", { name: t("client_page.note.add") })).toHaveCount(0);
    expect(await page.locator("main").textContent()).not.toContain("$");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
