// Above every screen while somebody acts in another's place; its look and its clock come only then.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { currentUserQuery } from "../../session/currentUser";

const ActingBar = lazy(async () => ({ default: (await import("./ActingBar")).ActingBar }));

export function ImpersonationBanner() {
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false });
  if (!user?.impersonator) return null;
  return (
    <Suspense fallback={null}>
      <ActingBar user={user} until={user.impersonator.until} />
    </Suspense>
  );
}
