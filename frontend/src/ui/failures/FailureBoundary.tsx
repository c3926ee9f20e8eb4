// Replaces the page when a call says that what it shows does not exist; leaving the page clears that.
import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { onReaction } from "../../api/policy";
import { NotFoundPage } from "./NotFoundPage";

export function FailureBoundary({ children }: { children: ReactNode }) {
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [missingPath, setMissingPath] = useState<string | null>(null);

  useEffect(
    () =>
      onReaction((reaction) => {
        if (reaction.kind === "not_found") setMissingPath(router.state.location.pathname);
      }),
    [router],
  );

  if (missingPath !== null && missingPath === path) {
    return <NotFoundPage onLeave={() => setMissingPath(null)} />;
  }
  return children;
}
