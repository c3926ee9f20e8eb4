// The services whose records can still be linked to a match.
import type { Match, MatchRecord } from "../../../api/types";

export type Source = MatchRecord["service"];

const SERVICES_BY_KIND: Partial<Record<Match["kind"], readonly Source[]>> = {
  client: ["teamwork", "hubspot", "quickbooks"],
  person: ["teamwork", "regie"],
  project: ["teamwork", "hubspot"],
};

/** One record per service, except QuickBooks: a client may be several customers. */
export function linkableServices({ kind, records }: Match): Source[] {
  const linkedServices = records.map(({ service }) => service);
  const services = SERVICES_BY_KIND[kind] ?? [];
  return services.filter(
    (service) => service === "quickbooks" || !linkedServices.includes(service),
  );
}

/** A match without a project is created in the project form instead. */
export function canLinkMore(match: Match): boolean {
  const isWorkWithoutProject = match.kind === "project" && match.target === null;
  return !isWorkWithoutProject && linkableServices(match).length > 0;
}
