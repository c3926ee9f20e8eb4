// Tests the contacts of a client that were read from HubSpot, beside those entered here.
import { expectAccessible, expectNoSidewaysScroll } from "../support/pageChecks.ts";
import { type App, expect, test } from "../support/test.ts";

type Contact = { name: string; email: string | null; source: "hubspot" | null };
type Found = { id: string; contact: Contact };

/** The last client by name with a contact of HubSpot: no other test reads its contacts. */
async function findClient({ api }: App): Promise<Found> {
  const clients = await api.get<{ data: { api_id: string }[] }>("/clients?sort=-name&per_page=20");
  for (const { api_id: id } of clients.data) {
    const contacts = await api.get<{ data: Contact[] }>(`/clients/${id}/contacts`);
    const contact = contacts.data.find(({ source }) => source === "hubspot");
    if (contact) return { id, contact };
  }
  throw new Error("no client has a contact of HubSpot");
}

test.describe(() => {
  test.use({ role: "admin" });

  test("a contact of HubSpot is linked, cannot be edited and becomes the primary one", async ({
    app,
  }) => {
    const { page, open, t } = app;
    const { id, contact } = await findClient(app);
    await open(`/clients/${id}/view`);
    const contacts = page.getByRole("region", { name: t("client_page.side.contacts") });
    const row = contacts.getByRole("listitem").filter({ hasText: contact.name });
    await expect(row).toContainText(t("client_page.contact.from"));
    await expect(row.getByRole("link", { name: "HubSpot" })).toHaveAttribute(
      "href",
      /^https:\/\/app\.hubspot\.com\/contacts\//,
    );
    await expectAccessible(page);
    await row.getByRole("button", { name: t("ui.more_actions", { name: contact.name }) }).click();
    await expect(page.getByRole("menuitem", { name: t("client_page.contact.edit") })).toHaveCount(
      0,
    );
    await page.getByRole("menuitem", { name: t("client_page.contact.make_primary") }).click();
    const first = contacts.getByRole("listitem").first();
    await expect(first).toContainText(contact.name);
    await expect(first).toContainText(t("client_page.contact.also_in"));
    await expect(contacts.getByText(contact.name, { exact: true })).toHaveCount(1);
  });
});

test.describe(() => {
  test.use({ role: "admin", locale: "fr-CA", viewport: { width: 375, height: 812 } });

  test("contacts of HubSpot fit a phone in French", async ({ app }) => {
    const { page, open, t } = app;
    const { id } = await findClient(app);
    await open(`/clients/${id}/view`);
    const contacts = page.getByRole("region", { name: t("client_page.side.contacts") });
    await expect(contacts.getByRole("link", { name: "HubSpot" }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
