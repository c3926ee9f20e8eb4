// What reading margins needs, as on the server: the costs, revenue and hours of everyone.
import { usePermissions } from "../../../session/permissions";

const RIGHTS = ["employees.cost_rates", "statistics.revenue", "statistics.hours"] as const;

export function useMaySeeMargins(): boolean {
  const { scope } = usePermissions();
  return RIGHTS.every((right) => scope(right) === "all");
}
