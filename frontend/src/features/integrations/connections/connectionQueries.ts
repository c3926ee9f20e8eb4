// The calls of a connection's settings, test and consent.
import { api } from "../../../api/client";
import { itemQuery } from "../../../api/queries";
import type { ConnectionTest, Service } from "../../../api/types";
import type { Body } from "../../../api/wire";

export const settingsQuery = (service: Service) => itemQuery("/connections/{service}", service);

/** Resolves for a failed test too: the result contains the failure. */
export async function testConnection(service: Service): Promise<ConnectionTest> {
  const params = { service };
  return (await api.post("/connections/{service}/tests", undefined, { params })).data;
}

/** Reconnects with the configured settings. */
export function reconnect(service: Service): Promise<unknown> {
  return api.patch("/connections/{service}", {}, { params: { service } });
}

export function disconnect(service: Service): Promise<void> {
  return api.delete("/connections/{service}", { params: { service } });
}

/** The address of QuickBooks' consent page, which redirects back with a code. */
export async function fetchConsentUrl(): Promise<string> {
  return (await api.post("/connections/quickbooks/authorizations")).data.url;
}

export type Consent = Body<"/connections/quickbooks/callbacks", "post">;

export function completeConsent(consent: Consent): Promise<unknown> {
  return api.post("/connections/quickbooks/callbacks", consent);
}
