// Holds reloads to their limits: once per ten seconds and path, never over unsaved input.
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { registerDirtyForm } from "../lib/dirtyForms";
import { installServer, server } from "../testing/server";
import { mayReload } from "./reloadGuard";
import { newerBuild, recoverFromMissingChunk } from "./versions";

installServer();

describe("the guard", () => {
  it.each([
    [0, "/a", false],
    [9_999, "/a", false],
    [10_000, "/a", true],
    [1, "/b", true],
  ])("%i ms after a reload of /a, on %s", (later, path, allowed) => {
    const storage = window.sessionStorage;
    expect(mayReload("/a", { storage, now: () => 50_000 })).toBe(true);
    expect(mayReload(path, { storage, now: () => 50_000 + later })).toBe(allowed);
  });

  it("waits for unsaved input", () => {
    const forget = registerDirtyForm(async () => false);
    expect(mayReload("/a")).toBe(false);
    forget();
    expect(mayReload("/a")).toBe(true);
  });

  it("refuses when it could not remember", () => {
    const storage = { getItem: () => null } as unknown as Storage;
    expect(mayReload("/a", { storage, now: Date.now })).toBe(false);
  });
});

describe("a missing chunk", () => {
  const event = { payload: new Error("Failed to fetch /assets/x.js") };

  const answers = () =>
    server.use(http.get("/builds/latest.json", () => HttpResponse.json({ id: "a" })));

  it("reloads once, and keeps the router from reloading by itself", async () => {
    answers();
    const reload = vi.fn();
    await recoverFromMissingChunk(event, reload, "/clients");
    await recoverFromMissingChunk(event, reload, "/clients");
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem(`tanstack_router_reload:${event.payload.message}`)).toBe("1");
  });

  it("does not throw unsaved input away", async () => {
    answers();
    const forget = registerDirtyForm(async () => false);
    const reload = vi.fn();
    await recoverFromMissingChunk(event, reload, "/clients");
    forget();
    expect(reload).not.toHaveBeenCalled();
  });

  it("leaves the page where it is while nobody answers", async () => {
    server.use(http.get("/builds/latest.json", () => HttpResponse.error()));
    const reload = vi.fn();
    await recoverFromMissingChunk(event, reload, "/clients");
    expect(reload).not.toHaveBeenCalled();
    expect(sessionStorage.getItem(`tanstack_router_reload:${event.payload.message}`)).toBe("1");
  });
});

describe("a newer build", () => {
  const manifests = (latest: object, meta: object | null) =>
    server.use(
      http.get("/builds/latest.json", () => HttpResponse.json(latest)),
      http.get("/builds/meta/:file", () =>
        meta ? HttpResponse.json(meta) : new HttpResponse(null, { status: 404 }),
      ),
    );

  it.each([
    [{ id: "b" }, { id: "b" }, "b"],
    [{ id: "a" }, { id: "a" }, null],
    [{ id: "b" }, null, null],
    [{}, null, null],
  ])("latest %j with manifest %j", async (latest, meta, found) => {
    manifests(latest, meta);
    expect(await newerBuild("a")).toBe(found);
  });

  it("is unknown while the server cannot be reached", async () => {
    server.use(http.get("/builds/latest.json", () => HttpResponse.error()));
    expect(await newerBuild("a")).toBeNull();
  });
});
