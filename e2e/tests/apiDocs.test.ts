// Tests the API's documentation: opened from the account menu, working under its strict policy, closed to visitors.
import { collectProblems, expect, test } from "../support/test.ts";

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(() => {
    test.use({ role: "employee", locale });

    test(`the account's menu opens the documentation, which makes calls: ${locale}`, async ({
      app,
    }) => {
      const { page, context, open, t, server } = app;
      await open("/profile");
      await page.getByRole("button", { name: t("shell.account.menu", { name: "" }) }).click();
      const problems: string[][] = [];
      context.once("page", (opened) => problems.push(collectProblems(opened, server)));
      const [docs] = await Promise.all([
        context.waitForEvent("page"),
        page.getByRole("menuitem", { name: t("shell.account.api_docs") }).click(),
      ]);
      expect(new URL(docs.url()).pathname).toBe("/api/docs");
      await docs.locator("#operations-tag-sessions").click();
      const operation = docs.locator("#operations-sessions-read_me");
      await operation.getByRole("button").first().click();
      await operation.getByRole("button", { name: "Try it out" }).click();
      await operation.getByRole("button", { name: "Execute" }).click();
      await expect(operation.locator(".live-responses-table")).toContainText(
        "employee@regie.example",
      );
      expect(problems).toEqual([[]]);
    });
  });
}

test.describe(() => {
  test.use({ expectedProblems: /status of 401 .*\/api\/docs/ });

  test("redirects a visitor to the sign-in", async ({ page, server }) => {
    const response = await page.goto(`${server.origin}/api/docs`);
    expect(response?.status()).toBe(401);
    await expect(page.getByText("sign_in_needed")).toBeVisible();
    expect((await page.request.get(`${server.origin}/api/openapi.json`)).status()).toBe(401);
  });
});
