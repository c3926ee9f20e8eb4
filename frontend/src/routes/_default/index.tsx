// Home: what needs attention today, with the dashboard's figures in the middle of it.
import { createFileRoute } from "@tanstack/react-router";
import { dashboardQuery } from "../../features/dashboard/dashboardQuery";
import { KeyFigures } from "../../features/dashboard/KeyFigures";
import { HomePage } from "../../features/home/HomePage";
import { myClientsQuery, overdueQuery, sees, wonQuery } from "../../features/home/queries";

export const Route = createFileRoute("/_default/")({
  loader: async ({ context: { queryClient, user } }) => {
    if (!user) return;
    await Promise.all([
      sees.overdue(user) && queryClient.prefetchQuery(overdueQuery),
      sees.won(user) && queryClient.prefetchQuery(wonQuery),
      sees.figures(user) && queryClient.prefetchQuery(dashboardQuery),
      sees.clients(user) && queryClient.prefetchQuery(myClientsQuery(user)),
    ]);
  },
  component: () => <HomePage figures={<KeyFigures />} />,
});
