// A project's payments, loaded with their words when their tab is opened.
import { lazyComponent } from "../../../ui/lazyComponent";

export const ProjectPayments = lazyComponent(
  async () => (await import("./PaymentsPanel")).PaymentsPanel,
);
