// Archives and restores records in bulk.
import { IconArchive, IconArchiveOff } from "@tabler/icons-react";

type ArchivableRow = { api_id: string; archived_at: string | null };

const shared = {
  undo: ({ archived_at }: ArchivableRow) => ({ archived: archived_at !== null }),
} as const;

/** The shared part of the bulk actions; the list adds path and permission. */
export const ARCHIVE_ACTIONS = [
  {
    ...shared,
    label: "selection.archive.action",
    appliesTo: ({ archived_at }: ArchivableRow) => archived_at === null,
    icon: IconArchive,
    done: "selection.archive.done",
    change: { archived: true },
  },
  {
    ...shared,
    label: "selection.unarchive.action",
    appliesTo: ({ archived_at }: ArchivableRow) => archived_at !== null,
    icon: IconArchiveOff,
    done: "selection.unarchive.done",
    change: { archived: false },
  },
] as const;
