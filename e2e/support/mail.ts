// Reads the application's mail from the sandbox's outbox.
import { expect } from "@playwright/test";
import type { Server } from "./server.ts";

interface Mail {
  to: string;
  text: string;
  links: string[];
}

/** The newest link to a screen in the mail to an address; the mail arrives a moment after the response. */
export async function findMailedLink(
  server: Server,
  address: string,
  screen: string,
  previousLink = "",
): Promise<string> {
  const findLink = async () => {
    const links = (await readMail(server, address)).flatMap((mail) => mail.links);
    return links.find((link) => link.includes(screen) && link !== previousLink);
  };
  let found: string | undefined;
  await expect(async () => {
    found = await findLink();
    expect(found, `a mail to ${address}`).toBeDefined();
  }).toPass({ timeout: 20_000, intervals: [100, 200] });
  return found ?? "";
}

async function readMail(server: Server, address: string): Promise<Mail[]> {
  const response = await fetch(`${server.sandbox}/__sandbox/outbox/`, {
    headers: { Accept: "application/json" },
  });
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}
