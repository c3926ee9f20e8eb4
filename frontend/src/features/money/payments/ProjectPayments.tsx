// The payments of a project, loaded when their tab is opened.
import { lazyComponent } from "../../../ui/lazyComponent";

export const ProjectPayments = lazyComponent(
  async () => (await import("./PaymentsPanel")).PaymentsPanel,
);
