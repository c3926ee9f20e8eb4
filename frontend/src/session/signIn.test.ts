// Holds signing in to leaving behind what was said of earlier tries.
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "../api/queries";
import { showToast, useToasts } from "../lib/toasts";
import { installServer, someone, startsAs } from "../testing/server";
import { completeSignIn } from "./signIn";

installServer();

it("closes the message of a refused try", async () => {
  startsAs(someone);
  showToast({ kind: "error", summary: "Signing in did not work" });
  await completeSignIn(null, { queryClient: createQueryClient(), go: async () => undefined });
  expect(renderHook(useToasts).result.current).toEqual([]);
});
