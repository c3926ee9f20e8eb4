// The outside services by the names that they give themselves, in every language.
export const SERVICE_NAMES = {
  teamwork: "Teamwork",
  hubspot: "HubSpot",
  quickbooks: "QuickBooks",
} as const;
