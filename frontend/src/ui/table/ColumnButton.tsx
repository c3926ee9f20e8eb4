// The button of the column chooser.
import { IconColumns3 } from "@tabler/icons-react";
import { toolbarButton } from "./toolbarButton";

export const ColumnButton = toolbarButton(IconColumns3, "table.columns");
