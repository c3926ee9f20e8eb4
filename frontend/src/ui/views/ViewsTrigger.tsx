// The button of one's own views.
import { IconBookmark } from "@tabler/icons-react";
import { toolbarButton } from "../table/toolbarButton";

export const ViewsTrigger = toolbarButton(IconBookmark, "table.views");
