// What the palette offers: somewhere to go, or something to do.
import type { TablerIcon } from "@tabler/icons-react";
import type { ProjectKind } from "../../../api/types";
import type { MessageKey } from "../../../i18n/keys";
import type { ScreenSearch } from "../../../ui/links/screenSearch";

export type PageEntry = { to: string; label: MessageKey; icon: TablerIcon };

/** `/projects/create` takes the kind of the project, or the deal that it comes from. */
type TargetSearch = ScreenSearch & { kind?: ProjectKind; deal?: string };
export type Target = { to: string; search?: TargetSearch };

export type Entry = {
  id: string;
  label: string;
  detail?: string | undefined;
  icon: TablerIcon;
  /** What else people call it, in either language. */
  words?: string | undefined;
} & ({ target: Target } | { run: () => void });

export type Section = { id: "recent" | "pages" | "actions" | "records"; entries: Entry[] };
