// The layout of a page without navigation.
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { BlankLayout } from "../ui/shell/BlankLayout";

export const Route = createFileRoute("/_blank")({
  component: () => (
    <BlankLayout>
      <Outlet />
    </BlankLayout>
  ),
});
