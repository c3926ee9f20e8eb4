// The administrators' area has copies of some screens, and links stay within it.
import { useLocation } from "@tanstack/react-router";

export function useIsAdminArea(): boolean {
  return useLocation({ select: (location) => location.pathname.split("/").includes("admin") });
}
