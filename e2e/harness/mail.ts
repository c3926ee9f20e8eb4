// The product's mail as its readers get it, from the outbox that the sandbox shows.
import { expect } from "vitest";
import type { House } from "./house.ts";

interface Mail {
  to: string;
  text: string;
  links: string[];
}

async function mailTo(house: House, address: string): Promise<Mail[]> {
  const answer = await fetch(`${house.sandbox}/__sandbox/outbox/`, {
    headers: { Accept: "application/json" },
  });
  const mails = (await answer.json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}

/** The newest mail that leads its reader to a screen; it comes a moment after the answer that promised it. */
export async function mailLeadingTo(
  house: House,
  address: string,
  screen: string,
  seen = "",
): Promise<{ link: string; text: string }> {
  const look = async () => {
    const mails = await mailTo(house, address);
    const led = mails.flatMap(({ text, links }) => links.map((link) => ({ link, text })));
    return led.find(({ link }) => link.includes(screen) && link !== seen);
  };
  let found: Awaited<ReturnType<typeof look>>;
  const arrived = async () => {
    found = await look();
    return found !== undefined;
  };
  await expect.poll(arrived, { timeout: 20_000, interval: 200 }).toBe(true);
  if (!found) throw new Error(`No mail to ${address}`);
  return found;
}
