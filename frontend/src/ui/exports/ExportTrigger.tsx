// The button of a list's export.
import { IconDownload } from "@tabler/icons-react";
import { toolbarButton } from "../table/toolbarButton";

export const ExportTrigger = toolbarButton(IconDownload, "table.export");
