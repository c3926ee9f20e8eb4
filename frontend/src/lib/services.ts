// The brand names of the outside services, the same in every language.
export const SERVICE_NAMES = {
  teamwork: "Teamwork",
  hubspot: "HubSpot",
  quickbooks: "QuickBooks",
} as const;

/** Shows the code of a service that only a newer server knows. */
export function serviceName(service: keyof typeof SERVICE_NAMES): string {
  const known: Partial<Record<string, string>> = SERVICE_NAMES;
  return known[service] ?? service;
}
