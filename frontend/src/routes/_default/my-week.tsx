// The signed-in user's own hours of one week.
import { createFileRoute } from "@tanstack/react-router";
import { MyWeekPage } from "../../features/insights/home/MyWeekPage";
import { readRawSearch } from "../../ui/table/rawSearch";

export const Route = createFileRoute("/_default/my-week")({
  staticData: { messages: ["hours", "home"] },
  validateSearch: readRawSearch,
  component: MyWeekPage,
});
