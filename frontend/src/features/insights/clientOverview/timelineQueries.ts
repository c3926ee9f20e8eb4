// What the timeline of a client reads; the entry of the application does not need it.
import { dataQuery } from "../../../api/queries";
import { TIMELINE_GROUPS, type TimelineGroup } from "./timelineGroups";

export const timelineQuery = (id: string, group?: TimelineGroup, before?: string) =>
  dataQuery("/clients/{id}/timeline", {
    params: { id },
    query: {
      ...(group === undefined ? {} : { kind: [...TIMELINE_GROUPS[group]] }),
      ...(before === undefined ? {} : { before }),
    },
  });
