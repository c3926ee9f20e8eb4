// Administrators have their own copy of some screens; links inside it stay inside it.
import { useLocation } from "@tanstack/react-router";

export function useIsAdminArea(): boolean {
  return useLocation({ select: (location) => location.pathname.split("/").includes("admin") });
}
