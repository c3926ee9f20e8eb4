// Which services' records can still be linked to a match.
import type { Match, MatchRecord } from "../../../api/types";

export type Source = MatchRecord["service"];

const SERVICES: Partial<Record<Match["kind"], readonly Source[]>> = {
  client: ["teamwork", "hubspot", "quickbooks"],
  person: ["teamwork", "regie"],
  project: ["teamwork", "hubspot"],
};

/** Of each service a thing has one record, but for QuickBooks, where a client may be several customers. */
export function fittingServices({ kind, records }: Match): Source[] {
  const held = records.map(({ service }) => service);
  const services = SERVICES[kind] ?? [];
  return services.filter((service) => service === "quickbooks" || !held.includes(service));
}

/** What is no project of ours yet has a form of its own to become one. */
export function canTakeMore(match: Match): boolean {
  const isWorkWithoutProject = match.kind === "project" && match.target === null;
  return !isWorkWithoutProject && fittingServices(match).length > 0;
}
