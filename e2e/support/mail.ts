// The application's mail as its recipients get it, from the sandbox's outbox.
import { expect } from "@playwright/test";
import type { Server } from "./server.ts";

interface Mail {
  to: string;
  text: string;
  links: string[];
}

/** The newest link to a screen in an address's mail, which arrives a moment after the answer that announced it. */
export async function findMailedLink(
  server: Server,
  address: string,
  screen: string,
  known = "",
): Promise<string> {
  const find = async () => {
    const links = (await readMail(server, address)).flatMap((mail) => mail.links);
    return links.find((link) => link.includes(screen) && link !== known);
  };
  let found: string | undefined;
  await expect(async () => {
    found = await find();
    expect(found, `a mail to ${address}`).toBeDefined();
  }).toPass({ timeout: 20_000, intervals: [100, 200] });
  return found ?? "";
}

async function readMail(server: Server, address: string): Promise<Mail[]> {
  const answer = await fetch(`${server.sandbox}/__sandbox/outbox/`, {
    headers: { Accept: "application/json" },
  });
  const mails = (await answer.json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}
