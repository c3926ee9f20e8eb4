// Home: what needs attention today, with the dashboard's figures in the middle of it.
import { createFileRoute } from "@tanstack/react-router";

import { HomePage } from "../../features/insights/home/HomePage";
import { may } from "../../session/permissions";
import { readLater } from "../../ui/table/laterSearch";
import { HomeDialogs } from "./-HomeDialogs";
import { HomeFigures } from "./-HomeFigures";

export const Route = createFileRoute("/_default/")({
  validateSearch: readLater,
  loader: async ({ context: { queryClient, user } }) => {
    if (!user) return;
    const [home, figures] = await Promise.all([
      import("../../features/insights/home/startHome"),
      import("../../features/insights/dashboard/startFigures"),
    ]);
    await Promise.all([
      home.startHome(queryClient, user),
      may(user, "dashboard.view") && figures.startFigures(queryClient, user),
    ]);
  },
  component: Screen,
});

function Screen() {
  return (
    <>
      <HomePage figures={<HomeFigures />} />
      <HomeDialogs />
    </>
  );
}
