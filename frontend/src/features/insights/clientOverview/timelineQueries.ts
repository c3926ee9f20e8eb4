// What the timeline and the notes of a client read; the entry of the application does not need it.
import { dataQuery, pageQuery } from "../../../api/queries";
import { TIMELINE_GROUPS, type TimelineGroup } from "./timelineGroups";

const MAX_ROWS = 4;

/** The open next steps of all notes about the client, the first due first. */
export const stepsQuery = (id: string) =>
  pageQuery("/clients/{id}/notes", {
    params: { id },
    query: { open: true, sort: "next_on", per_page: MAX_ROWS },
  });

export const timelineQuery = (id: string, group?: TimelineGroup, before?: string) =>
  dataQuery("/clients/{id}/timeline", {
    params: { id },
    query: {
      ...(group === undefined ? {} : { kind: [...TIMELINE_GROUPS[group]] }),
      ...(before === undefined ? {} : { before }),
    },
  });
