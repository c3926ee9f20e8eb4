// Tests that a draft belongs to one user and ends with the session.
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { createQueryClient } from "../api/queries";
import { installServer, server, someone, startAs } from "../testing/server";
import { currentUserQuery, startSession } from "./currentUser";
import { draftsOf } from "./drafts";
import { stopImpersonating } from "./impersonation";
import { completeSignIn, signOut } from "./signIn";

installServer();

const FORM = "clients/new";
const typed = { name: "Atelier", notes: "" };
const other = { ...someone, api_id: "0197a2c4-0000-7000-8000-000000000002" };
const impersonator = {
  api_id: other.api_id,
  name: "Olivier Gagnon",
  until: "2026-01-01T00:00:00Z",
};
const acting = { ...someone, impersonator };

const read = (person: typeof someone) => draftsOf(person).read(FORM, ["name", "notes"]);
const navigate = async () => undefined;

beforeEach(() => {
  for (const person of [someone, other, acting]) draftsOf(person).save(FORM, typed);
});

it("belong to one user, separately while signed in as another", () => {
  draftsOf(someone).discard(FORM);
  expect([read(someone), read(other), read(acting)]).toEqual([null, typed, typed]);
  draftsOf(acting).discard(FORM);
  expect([read(other), read(acting)]).toEqual([typed, null]);
});

it("belong to one form, and only while its fields are the same", () => {
  expect(draftsOf(someone).read("clients/1", ["name"])).toBeNull();
  expect(draftsOf(someone).read(FORM, ["name", "currency"])).toBeNull();
});

describe("at the end of a session", () => {
  it("signing out discards all drafts", async () => {
    startAs(null);
    server.use(http.post("/logout", () => new HttpResponse(null, { status: 204 })));
    await signOut({ queryClient: createQueryClient(), navigate });
    expect(sessionStorage.length).toBe(0);
  });

  it("a failed sign-out discards none", async () => {
    server.use(http.post("/logout", () => HttpResponse.json({}, { status: 500 })));
    await expect(signOut({ queryClient: createQueryClient(), navigate })).rejects.toThrow();
    expect(read(someone)).toEqual(typed);
  });

  it("ending “Sign in as” discards only the drafts typed as the other user", async () => {
    startAs(other);
    server.use(
      http.delete("/api/v1/impersonated-users", () => new HttpResponse(null, { status: 204 })),
    );
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, acting);
    await stopImpersonating({ queryClient, navigate }, "/");
    expect([read(acting), read(other)]).toEqual([null, typed]);
  });
});

describe("at the start of a session", () => {
  it.each([
    [
      "signing in",
      (queryClient = createQueryClient()) => completeSignIn(null, { queryClient, navigate }),
    ],
    ["a new page", () => startSession(createQueryClient())],
  ])("%s keeps only the user's own drafts", async (_, start) => {
    startAs(other);
    await start();
    expect([read(someone), read(other), read(acting)]).toEqual([null, typed, typed]);
  });

  it("“Sign in as” preserves the administrator's own drafts", async () => {
    startAs(acting);
    await startSession(createQueryClient());
    expect([read(someone), read(other), read(acting)]).toEqual([null, typed, typed]);
  });
});
