// Home's few figures of this month; one that the reader may not see is left out.
import { useQuery } from "@tanstack/react-query";
import type { BoardFigureName } from "../../api/types";
import { useCurrentUser } from "../../session/currentUser";
import { FailedPart } from "../../ui/FailedPart";
import { BoardCards } from "./BoardCards";
import classes from "./Dashboard.module.css";
import { homeQuery } from "./dashboardQueries";

const NAMES: readonly BoardFigureName[] = [
  "mrr",
  "burn_at_risk",
  "receivables",
  "overdue",
  "active_projects",
  "active_clients",
];

export function KeyFigures() {
  const { data, isError, refetch } = useQuery(homeQuery(useCurrentUser()));
  if (!data && isError) return <FailedPart retry={refetch} />;
  if (!data) return <div className={classes.pending} aria-busy />;
  return <BoardCards page="/dashboard" dashboard={data} names={NAMES} />;
}
