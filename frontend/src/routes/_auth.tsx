// The layout of the sign-in screens. Each route guards itself: a password link also says something to who is signed in.
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { AuthLayout } from "../ui/shell/AuthLayout";

export const Route = createFileRoute("/_auth")({
  component: () => (
    <AuthLayout>
      <Outlet />
    </AuthLayout>
  ),
});
