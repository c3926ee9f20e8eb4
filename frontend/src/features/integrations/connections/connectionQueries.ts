// What is asked about one service's settings, and how they are changed apart from their form.
import { api } from "../../../api/client";
import { itemQuery } from "../../../api/queries";
import type { ConnectionTest, Service } from "../../../api/types";
import type { Body } from "../../../api/wire";

export const settingsQuery = (service: Service) => itemQuery("/connections/{service}", service);

/** Whether the service answers; that it does not is an answer too. */
export async function testConnection(service: Service): Promise<ConnectionTest> {
  const params = { service };
  return (await api.post("/connections/{service}/tests", undefined, { params })).data;
}

/** With what Régie's own configuration says of it. */
export function reconnect(service: Service): Promise<unknown> {
  return api.patch("/connections/{service}", {}, { params: { service } });
}

export function disconnect(service: Service): Promise<void> {
  return api.delete("/connections/{service}", { params: { service } });
}

/** Where somebody lets Régie read their company's books; QuickBooks sends them back with a code. */
export async function consentAddress(): Promise<string> {
  return (await api.post("/connections/quickbooks/authorizations")).data.url;
}

export type Consent = Body<"/connections/quickbooks/callbacks", "post">;

export function finishConsent(consent: Consent): Promise<unknown> {
  return api.post("/connections/quickbooks/callbacks", consent);
}
