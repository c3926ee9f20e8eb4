// Below the timeline of a client: its responsibilities.
import type { Client } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

const ClientResponsibilities = lazyComponent(async () => {
  const [{ ClientResponsibilities: Responsibilities }] = await Promise.all([
    import("./ClientResponsibilities"),
    loadMessages("terms"),
  ]);
  return Responsibilities;
});

export function ClientOverview({ client }: { client: Client }) {
  return <ClientResponsibilities client={client} />;
}
