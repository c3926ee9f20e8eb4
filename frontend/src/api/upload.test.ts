// Tests that uploads follow the error table, like all other calls.
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installServer, server } from "../testing/server";
import { onReaction, type Reaction } from "./policy";
import { UploadCancelled, upload } from "./upload";

installServer();

const GENERIC: Reaction = {
  kind: "toast",
  summary: { key: "common.toast.error.summary" },
  detail: { key: "common.toast.error.detail" },
};
const FORBIDDEN = { ...GENERIC, detail: { key: "common.toast.error.forbidden.detail" } };
const URL = "/api/v1/imports/clients";

let reactions: Reaction[] = [];
let stop: () => void;
beforeEach(() => {
  reactions = [];
  stop = onReaction((reaction) => reactions.push(reaction));
});
afterEach(() => stop());

function send() {
  const file = new File(["name\n"], "clients.csv");
  const target = { method: "POST", path: "/imports/clients" } as const;
  return upload(target, { fields: { file }, key: "k", onProgress: () => undefined });
}

describe("a failed upload", () => {
  it.each([
    [401, { kind: "page_expired" }],
    [403, FORBIDDEN],
    [404, { kind: "not_found" }],
    [409, { kind: "caller" }],
    [413, GENERIC],
    [415, GENERIC],
    [419, { kind: "page_expired" }],
    [500, GENERIC],
    [503, GENERIC],
  ])("status %i", async (status, reaction) => {
    server.use(http.post(URL, () => HttpResponse.json({}, { status })));
    await expect(send().result).rejects.toMatchObject({ status });
    expect(reactions).toEqual([reaction]);
  });

  it("422 shows the server's message, and keeps the errors of the fields", async () => {
    const body = { code: "invalid", message: "Check the file", errors: { file: ["Empty"] } };
    server.use(http.post(URL, () => HttpResponse.json(body, { status: 422 })));
    await expect(send().result).rejects.toMatchObject({ errors: { file: ["Empty"] } });
    expect(reactions).toMatchObject([{ kind: "toast", detail: { text: "Check the file" } }]);
    expect(JSON.stringify(reactions)).toContain("422 Unprocessable Entity");
  });

  it("reports a network failure with status 0", async () => {
    server.use(http.post(URL, () => HttpResponse.error()));
    await expect(send().result).rejects.toMatchObject({ status: 0, code: "network" });
    expect(reactions).toEqual([GENERIC]);
  });

  it("says nothing about a cancelled one", async () => {
    server.use(http.post(URL, () => new Promise<never>(() => undefined)));
    const { result, cancel } = send();
    cancel();
    await expect(result).rejects.toBeInstanceOf(UploadCancelled);
    expect(reactions).toEqual([]);
  });
});
