// A project's payments, loaded with their words when their tab is opened.
import { onDemand } from "../../../ui/onDemand";

export const ProjectPayments = onDemand(
  async () => (await import("./PaymentsPanel")).PaymentsPanel,
);
