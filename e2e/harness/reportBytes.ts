// Prints what each screen fetches on a first visit; `make bench` ends with it.
import { closeBrowser, sharedBrowser } from "./browser.ts";
import { bytesFetched, kB } from "./bytes.ts";
import { startHouse } from "./house.ts";
import { prepare, SCREENS } from "./screens.ts";
import { Api, signIn } from "./session.ts";
import { settled } from "./settled.ts";

const { house, stop } = await startHouse();
try {
  const cookies = await signIn(house, "admin");
  const lines = ["", "First visit, gzipped: code and style, everything, requests"];
  for (const screen of SCREENS) {
    const context = await (await sharedBrowser()).newContext();
    const api = new Api(context, house);
    await context.addCookies(cookies);
    const path = await screen.path(api);
    if (screen.signedOut) await context.clearCookies();
    const page = await context.newPage();
    await prepare(page, screen);
    const { code, everything, requests } = await bytesFetched(page, async () => {
      await page.goto(house.origin + path);
      await settled(page);
    });
    lines.push(
      `  ${screen.name.padEnd(34)}${kB(code)} ${kB(everything)} ${String(requests).padStart(4)}`,
    );
    await context.close();
  }
  process.stdout.write(`${lines.join("\n")}\n`);
} finally {
  await closeBrowser();
  await stop();
}
