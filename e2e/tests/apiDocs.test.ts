// The API's documentation: opened from the account's menu, complete under its strict policy, closed to visitors.
import { expect, test, watchProblems } from "../support/test.ts";

for (const locale of ["en-US", "fr-CA"]) {
  test.describe(() => {
    test.use({ role: "employee", locale });

    test(`the account's menu opens the documentation, which makes calls: ${locale}`, async ({
      app,
    }) => {
      const { page, context, open, words, server } = app;
      await open("/profile");
      await page.getByRole("button", { name: words("shell.account.menu", { name: "" }) }).click();
      const problems: string[][] = [];
      context.once("page", (opened) => problems.push(watchProblems(opened, server)));
      const [docs] = await Promise.all([
        context.waitForEvent("page"),
        page.getByRole("menuitem", { name: words("shell.account.api_docs") }).click(),
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

  test("a visitor is told to sign in", async ({ page, server }) => {
    const answer = await page.goto(`${server.origin}/api/docs`);
    expect(answer?.status()).toBe(401);
    await expect(page.getByText("sign_in_needed")).toBeVisible();
    expect((await page.request.get(`${server.origin}/api/openapi.json`)).status()).toBe(401);
  });
});
