import { chromium } from "playwright-core";
// usage: node shot.mjs user width theme path=name ...
const [user, width, theme, ...targets] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, colorScheme: theme });
const page = await context.newPage();
const base = "http://localhost:8213";
await page.goto(base + "/");
await page.locator('input[type="email"]').first().fill(`${user}@regie.example`);
await page.locator('input[type="password"]').first().fill("a-long-demo-password").catch(() => {});
await page.keyboard.press("Enter");
await page.locator("nav").first().waitFor({ state: "attached", timeout: 60000 });
for (const target of targets) {
  const [path, name] = target.split("=>");
  await page.goto(base + path);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  console.log(name, sideways ? "SIDEWAYS" : "", page.url());
}
await browser.close();
