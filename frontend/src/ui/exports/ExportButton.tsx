// The export button of a list, for users who may export it.
import { loadMessages } from "../../i18n/translate";
import { readFromTab } from "../../lib/tabStorage";
import { useCurrentUser } from "../../session/currentUser";
import { loadOnHover } from "../table/toolbarButton";
import { canExport } from "./canExport";
import { ExportTrigger } from "./ExportTrigger";
import type { ExportProps } from "./exportProps";

const ExportPanel = loadOnHover<ExportProps>(
  ExportTrigger,
  async () => {
    const [panel] = await Promise.all([import("./ExportPanel"), loadMessages("dialogs")]);
    return panel.ExportPanel;
  },
  // This tab was waiting for exports before a reload.
  () => readFromTab("exports") !== null,
);

export function ExportButton(props: ExportProps) {
  const user = useCurrentUser();
  return canExport(props.list, user) && <ExportPanel {...props} />;
}
