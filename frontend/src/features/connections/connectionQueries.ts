// What is asked about one service's settings, and how they are changed apart from their form.
import { api } from "../../api/client";
import { itemQuery } from "../../api/queries";
import type { ConnectionSettings, ConnectionTest, Item, Service } from "../../api/types";

export const settingsQuery = (service: Service) =>
  itemQuery<ConnectionSettings>("/connections", service);

/** Whether the service answers; that it does not is an answer too. */
export async function testConnection(service: Service): Promise<ConnectionTest> {
  return (await api.post<Item<ConnectionTest>>(`/connections/${service}/tests`, {})).data;
}

/** With what Régie's own configuration says of it. */
export function reconnect(service: Service): Promise<unknown> {
  return api.patch(`/connections/${service}`, {});
}

export function disconnect(service: Service): Promise<void> {
  return api.delete(`/connections/${service}`);
}

/** Where somebody lets Régie read their company's books; QuickBooks sends them back with a code. */
export async function consentAddress(): Promise<string> {
  const path = "/connections/quickbooks/authorizations";
  return (await api.post<Item<{ url: string }>>(path, {})).data.url;
}

export type Consent = { code: string; state: string; realm_id: string };

export function finishConsent(consent: Consent): Promise<unknown> {
  return api.post("/connections/quickbooks/callbacks", consent);
}
