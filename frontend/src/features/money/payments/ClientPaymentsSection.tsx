// A client's payments to come, loaded with their words; nothing to those who may not see payments.
import { usePermissions } from "../../../session/permissions";
import { onDemand } from "../../../ui/onDemand";

const Panel = onDemand(async () => (await import("./ClientPayments")).ClientPaymentsPanel);

export function ClientPaymentsSection({ clientId }: { clientId: string }) {
  const { may } = usePermissions();
  return may("payments.view") ? <Panel clientId={clientId} /> : null;
}
