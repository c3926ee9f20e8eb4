// Shows the not-found page after a 404 response, until the user leaves the page.
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
