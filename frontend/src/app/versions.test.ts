// Tests the limits of reloads: once per ten seconds and path, never with unsaved input.
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { registerDirtyForm } from "../lib/dirtyForms";
import { installServer, server } from "../testing/server";
import { canReload } from "./reloadGuard";
import { findNewerBuild, recoverFromMissingChunk } from "./versions";

installServer();

describe("the limit of reloads", () => {
  it.each([
    [0, "/a", false],
    [9_999, "/a", false],
    [10_000, "/a", true],
    [1, "/b", true],
  ])("%i ms after a reload of /a, for %s", (later, path, allowed) => {
    const storage = window.sessionStorage;
    expect(canReload("/a", { storage, now: () => 50_000 })).toBe(true);
    expect(canReload(path, { storage, now: () => 50_000 + later })).toBe(allowed);
  });

  it("does not reload with unsaved input", () => {
    const unregister = registerDirtyForm(async () => false);
    expect(canReload("/a")).toBe(false);
    unregister();
    expect(canReload("/a")).toBe(true);
  });

  it("does not reload without storage", () => {
    const storage = { getItem: () => null } as unknown as Storage;
    expect(canReload("/a", { storage, now: Date.now })).toBe(false);
  });
});

describe("a missing chunk", () => {
  const event = { payload: new Error("Failed to fetch /assets/x.js") };

  const handleLatestBuild = () =>
    server.use(http.get("/builds/latest.json", () => HttpResponse.json({ id: "a" })));

  it("reloads once, and prevents the router's own reload", async () => {
    handleLatestBuild();
    const reload = vi.fn();
    await recoverFromMissingChunk(event, reload, "/clients");
    await recoverFromMissingChunk(event, reload, "/clients");
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem(`tanstack_router_reload:${event.payload.message}`)).toBe("1");
  });

  it("does not reload with unsaved input while a chunk is missing", async () => {
    handleLatestBuild();
    const unregister = registerDirtyForm(async () => false);
    const reload = vi.fn();
    await recoverFromMissingChunk(event, reload, "/clients");
    unregister();
    expect(reload).not.toHaveBeenCalled();
  });

  it("does not reload while the server does not respond", async () => {
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
    expect(await findNewerBuild("a")).toBe(found);
  });

  it("is unknown while the server cannot be reached", async () => {
    server.use(http.get("/builds/latest.json", () => HttpResponse.error()));
    expect(await findNewerBuild("a")).toBeNull();
  });
});
