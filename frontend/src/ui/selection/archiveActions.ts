// Putting many records away at once, and fetching them back: the same for whatever can be put away.
import { IconArchive, IconArchiveOff } from "@tabler/icons-react";

type Archived = { api_id: string; archived_at: string | null };

const shared = {
  back: ({ archived_at }: Archived) => ({ archived: archived_at !== null }),
} as const;

/** What the actions of a list that archives have in common; its path and who may is the list's. */
export const ARCHIVE_ACTIONS = [
  {
    ...shared,
    label: "selection.archive.action",
    fits: ({ archived_at }: Archived) => archived_at === null,
    icon: IconArchive,
    done: "selection.archive.done",
    change: { archived: true },
  },
  {
    ...shared,
    label: "selection.unarchive.action",
    fits: ({ archived_at }: Archived) => archived_at !== null,
    icon: IconArchiveOff,
    done: "selection.unarchive.done",
    change: { archived: false },
  },
] as const;
