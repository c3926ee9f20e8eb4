// The way to a list as a file, for those who may take it away.
import { readFromTab } from "../../lib/tabStorage";
import { useCurrentUser } from "../../session/currentUser";
import { loadOnHover } from "../table/toolbarButton";
import { ExportTrigger } from "./ExportTrigger";
import type { ExportProps } from "./exportProps";
import { mayExport } from "./mayExport";

const ExportPanel = loadOnHover<ExportProps>(
  ExportTrigger,
  async () => (await import("./ExportPanel")).ExportPanel,
  // Files that this tab waited for before it was reloaded.
  () => readFromTab("exports") !== null,
);

export function ExportButton(props: ExportProps) {
  const user = useCurrentUser();
  return mayExport(props.list, user) && <ExportPanel {...props} />;
}
