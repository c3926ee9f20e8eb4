// The way to a list as a file, for those who may take it away.
import { recall } from "../../lib/tabMemory";
import { useCurrentUser } from "../../session/currentUser";
import { onReach } from "../table/toolbarButton";
import { ExportTrigger } from "./ExportTrigger";
import type { ExportProps } from "./exportProps";
import { mayExport } from "./mayExport";

const ExportPanel = onReach<ExportProps>(
  ExportTrigger,
  async () => (await import("./ExportPanel")).ExportPanel,
  // Files that this tab waited for before it was reloaded.
  () => recall("exports") !== null,
);

export function ExportButton(props: ExportProps) {
  const user = useCurrentUser();
  return mayExport(props.list, user) && <ExportPanel {...props} />;
}
