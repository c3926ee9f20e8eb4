// The button of the saved views.
import { IconBookmark } from "@tabler/icons-react";
import { toolbarButton } from "../table/toolbarButton";

export const ViewsTrigger = toolbarButton(IconBookmark, "table.views");
