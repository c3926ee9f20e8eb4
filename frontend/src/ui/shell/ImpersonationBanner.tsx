// The banner above every screen while an administrator is signed in as another user.
import { useQuery } from "@tanstack/react-query";
import { currentUserQuery } from "../../session/currentUser";
import { ImpersonationBar } from "./ImpersonationBar";

export function ImpersonationBanner() {
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false });
  if (!user?.impersonator) return null;
  return <ImpersonationBar user={user} until={user.impersonator.until} />;
}
