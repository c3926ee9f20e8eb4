// Holds drafts to their person: nobody else is offered one, and none outlives the session it was typed in.
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { createQueryClient } from "../api/queries";
import { installServer, server, someone, startsAs } from "../testing/server";
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
const go = async () => undefined;

beforeEach(() => {
  for (const person of [someone, other, acting]) draftsOf(person).save(FORM, typed);
});

it("belong to one person, and to nobody in another's place", () => {
  draftsOf(someone).discard(FORM);
  expect([read(someone), read(other), read(acting)]).toEqual([null, typed, typed]);
  draftsOf(acting).discard(FORM);
  expect([read(other), read(acting)]).toEqual([typed, null]);
});

it("are none of another form, nor of a form that has changed", () => {
  expect(draftsOf(someone).read("clients/1", ["name"])).toBeNull();
  expect(draftsOf(someone).read(FORM, ["name", "currency"])).toBeNull();
});

describe("at the end of a session", () => {
  it("signing out forgets them all", async () => {
    startsAs(null);
    server.use(http.post("/logout", () => new HttpResponse(null, { status: 204 })));
    await signOut({ queryClient: createQueryClient(), go });
    expect(sessionStorage.length).toBe(0);
  });

  it("a refused sign-out forgets none", async () => {
    server.use(http.post("/logout", () => HttpResponse.json({}, { status: 500 })));
    await expect(signOut({ queryClient: createQueryClient(), go })).rejects.toThrow();
    expect(read(someone)).toEqual(typed);
  });

  it("being oneself again forgets what was typed in another's place, and only that", async () => {
    startsAs(other);
    server.use(
      http.delete("/api/v1/impersonated-users", () => new HttpResponse(null, { status: 204 })),
    );
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, acting);
    await stopImpersonating({ queryClient, go }, "/");
    expect([read(acting), read(other)]).toEqual([null, typed]);
  });
});

describe("at the beginning of one", () => {
  it.each([
    [
      "signing in",
      (queryClient = createQueryClient()) => completeSignIn(null, { queryClient, go }),
    ],
    ["a new page", () => startSession(createQueryClient())],
  ])("%s leaves one's own and nobody else's", async (_, begin) => {
    startsAs(other);
    await begin();
    expect([read(someone), read(other), read(acting)]).toEqual([null, typed, typed]);
  });

  it("acting in another's place keeps one's own for afterwards", async () => {
    startsAs(acting);
    await startSession(createQueryClient());
    expect([read(someone), read(other), read(acting)]).toEqual([null, typed, typed]);
  });
});
