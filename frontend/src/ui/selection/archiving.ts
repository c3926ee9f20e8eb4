// Putting many records away at once, and fetching them back: the same for whatever can be put away.
import { IconArchive, IconArchiveOff } from "@tabler/icons-react";
import type { BulkAction } from "./bulk";

type Archived = { api_id: string; archived_at: string | null };

export function archiveActions<Item extends Archived>(
  how: Pick<BulkAction<Item>, "needs" | "path">,
): readonly BulkAction<Item>[] {
  const back = ({ archived_at }: Item) => ({ archived: archived_at !== null });
  return [
    {
      ...how,
      label: "selection.archive.action",
      fits: ({ archived_at }) => archived_at === null,
      icon: IconArchive,
      done: "selection.archive.done",
      back,
      change: { archived: true },
    },
    {
      ...how,
      label: "selection.unarchive.action",
      fits: ({ archived_at }) => archived_at !== null,
      icon: IconArchiveOff,
      done: "selection.unarchive.done",
      back,
      change: { archived: false },
    },
  ];
}
