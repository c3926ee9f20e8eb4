// The report behind a private link, whose token is after its #; without an access rule, so that clients can open it.
import { createFileRoute } from "@tanstack/react-router";
import { loadMessages } from "../../i18n/translate";
import { lazyComponent } from "../../ui/lazyComponent";

const SharedReportPage = lazyComponent(async () => {
  const messages = Promise.all([loadMessages("app"), loadMessages("reports")]);
  const [page] = await Promise.all([
    import("../../features/money/clientReports/SharedReportPage"),
    messages,
  ]);
  return page.SharedReportPage;
});

export const Route = createFileRoute("/_blank/report")({ component: SharedReportPage });
