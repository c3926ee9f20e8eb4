// The cells of the list of undated terms.
import { IconBan, IconCalendarCheck, IconClock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { EnumName, UndatedTerm } from "../../../api/types";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { DateText, RelativeText } from "../../../ui/display/DateText";
import { EnumBadge, type EnumStyles } from "../../../ui/display/EnumBadge";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { changedSearch } from "../../../ui/links/screenSearch";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { undatedTermsList } from "./undatedTermsList";

export const undatedTermCells: CellsOf<typeof undatedTermsList> = {
  name: (term) => <TermLink term={term} />,
  project: ({ project, client }) => <ProjectLink project={project} client={client} />,
  client: ({ client }) => <ClientLink client={client} />,
  cause: ({ cause }) => <EnumLabel enumName="undated_term_cause" value={cause} />,
  earliest_on: (term) => <DateText on={term.earliest_on} />,
  latest_on: (term) => <DateText on={term.latest_on} />,
  state: ({ state }) => <UndatedTermState state={state} />,
  record: ({ record }) => <EnumLabel enumName="undated_term_record" value={record} />,
  value: ({ value }) => <EnumLabel enumName="undated_term_value" value={value} />,
  dated_on: (term) => <DateText on={term.dated_on} />,
  decided_at: ({ decided_at }) => (decided_at ? <RelativeText at={decided_at} /> : <Absent />),
};

/** Opens the term in a drawer; the list does not change. */
function TermLink({ term }: { term: UndatedTerm }) {
  const name = useUndatedTermName();
  return (
    <Link
      to="."
      search={changedSearch({ open: term.api_id })}
      resetScroll={false}
      className={classes.link}
    >
      {name(term)}
    </Link>
  );
}

/** What has no day: a pause, an end, or who was responsible. */
export function useUndatedTermName() {
  const { label } = useEnumOptions();
  return ({ name, value }: UndatedTerm) =>
    value === null ? label("term_name", name) : label("undated_term_value", value);
}

export function EnumLabel({ enumName, value }: { enumName: EnumName; value: string | null }) {
  const { label } = useEnumOptions();
  return value === null ? <Absent /> : label(enumName, value);
}

const STATE_STYLES: EnumStyles<UndatedTerm["state"]> = {
  open: ["warning", IconClock],
  dated: ["success", IconCalendarCheck],
  dismissed: ["neutral", IconBan],
};

export function UndatedTermState({ state }: { state: UndatedTerm["state"] }) {
  return (
    <EnumBadge styles={STATE_STYLES} value={state}>
      <EnumLabel enumName="undated_term_state" value={state} />
    </EnumBadge>
  );
}
