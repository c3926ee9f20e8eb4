// Tests that a sign-in removes the messages of earlier attempts.
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "../api/queries";
import { showToast, useToasts } from "../lib/toasts";
import { installServer, someone, startAs } from "../testing/server";
import { completeSignIn } from "./signIn";

installServer();

it("removes the message of a failed attempt", async () => {
  startAs(someone);
  showToast({ kind: "error", summary: "Sign-in failed" });
  await completeSignIn(null, { queryClient: createQueryClient(), navigate: async () => undefined });
  expect(renderHook(useToasts).result.current).toEqual([]);
});
