// Starts the house once for the whole run and hands its addresses to every test file.
import type { TestProject } from "vitest/node";
import { type House, readHouse, startHouse } from "./house.ts";
import { openSessions, type Sessions } from "./session.ts";

declare module "vitest" {
  interface ProvidedContext {
    house: House;
    sessions: Sessions;
  }
}

/** E2E_HOUSE names the ready file of a house that already runs: quicker while writing tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.E2E_HOUSE;
  const { house, stop } = running
    ? { house: readHouse(running), stop: async () => {} }
    : await startHouse();
  try {
    project.provide("house", house);
    project.provide("sessions", await openSessions(house));
  } catch (error) {
    await stop();
    throw error;
  }
  return () => stop();
}
