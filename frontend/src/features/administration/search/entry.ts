// The entries of the palette: a page to open or an action to run.
import type { TablerIcon } from "@tabler/icons-react";
import type { ProjectKind } from "../../../api/types";
import type { MessageKey } from "../../../i18n/keys";
import type { ScreenSearch } from "../../../ui/links/screenSearch";

export type PageEntry = { to: string; label: MessageKey; icon: TablerIcon };

/** `/projects/create` accepts the kind of the project, or its deal. */
type TargetSearch = ScreenSearch & { kind?: ProjectKind; deal?: string };
export type Target = { to: string; search?: TargetSearch };

export type Entry = {
  id: string;
  label: string;
  detail?: string | undefined;
  icon: TablerIcon;
  /** Synonyms in both languages. */
  terms?: string | undefined;
} & ({ target: Target } | { run: () => void });

export type Section = { id: "recent" | "pages" | "actions" | "records"; entries: Entry[] };
