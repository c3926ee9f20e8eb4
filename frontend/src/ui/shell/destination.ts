// What an entry of the sidebar consists of.
import type { TablerIcon } from "@tabler/icons-react";
import type { Permission } from "../../api/types";
import type { MessageKey } from "../../i18n/keys";
import type { ScreenPath } from "../links/screenSearch";

export type Destination = {
  to: Exclude<ScreenPath, "." | `${string}$${string}`>;
  label: MessageKey;
  icon: TablerIcon;
  /** The permission that the screen requires, or several of which one is enough. */
  requires?: Permission | readonly Permission[];
  /** Only for administrators. */
  adminOnly?: boolean;
};

/** Pages below one entry; the entry opens its own page, or else the first one that the user may open. */
export type DestinationGroup = {
  id: "projects" | "receivables" | "people" | "settings";
  label: MessageKey;
  icon: TablerIcon;
  own?: Destination;
  pages: readonly Destination[];
};

export type NavigationEntry = Destination | DestinationGroup;
