// The upcoming payments of a client, for users who may see payments.
import { usePermissions } from "../../../session/permissions";
import { lazyComponent } from "../../../ui/lazyComponent";

const Panel = lazyComponent(async () => (await import("./ClientPayments")).ClientPaymentsPanel);

export function ClientPaymentsSection({ clientId }: { clientId: string }) {
  const { can } = usePermissions();
  return can("payments.view") ? <Panel clientId={clientId} /> : null;
}
