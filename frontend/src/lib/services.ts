// The outside services by the names that they give themselves, in every language.
export const SERVICE_NAMES = {
  teamwork: "Teamwork",
  hubspot: "HubSpot",
  quickbooks: "QuickBooks",
} as const;

/** A service that only a newer server knows is shown as its text. */
export function serviceName(service: keyof typeof SERVICE_NAMES): string {
  const known: Partial<Record<string, string>> = SERVICE_NAMES;
  return known[service] ?? service;
}
