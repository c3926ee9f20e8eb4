// What the palette offers: somewhere to go, or something to do.
import type { TablerIcon } from "@tabler/icons-react";
import type { MessageKey } from "../../../i18n/keys";

export type PageEntry = { to: string; label: MessageKey; icon: TablerIcon };

export type Target = { to: string; search?: Record<string, unknown> };

export type Entry = {
  id: string;
  label: string;
  detail?: string | undefined;
  icon: TablerIcon;
  /** What else people call it, in either language. */
  words?: string | undefined;
} & ({ target: Target } | { run: () => void });

export type Section = { id: "recent" | "pages" | "actions" | "records"; entries: Entry[] };
