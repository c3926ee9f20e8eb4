// The layout of the sign-in screens. Each route has its own guards, because a password link also serves signed-in
// users.
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { AuthLayout } from "../ui/shell/AuthLayout";

export const Route = createFileRoute("/_auth")({
  component: () => (
    <AuthLayout>
      <Outlet />
    </AuthLayout>
  ),
});
