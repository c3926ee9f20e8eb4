// The cells of an import row: its outcome, its changes and its errors.
import { IconAlertTriangle, IconCircleMinus, IconPencil, IconPlus } from "@tabler/icons-react";
import type { ImportField, ImportRow } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useEnumOptions } from "../../session/enumOptions";
import { EnumBadge, type EnumStyles } from "../display/EnumBadge";
import { ClientLink, EmployeeLink, ProjectLink, TeamLink } from "../links/RecordLinks";
import type { CellsOf } from "../table/tableModel";
import classes from "./Imports.module.css";
import type { ImportKind } from "./importKinds";
import type { importRowsList } from "./importsList";

type Outcome = ImportRow["outcome"];
type ShownFile = { kind: ImportKind; fields: readonly ImportField[] };

const STYLES: EnumStyles<Outcome> = {
  wrong: ["danger", IconAlertTriangle],
  create: ["success", IconPlus],
  update: ["info", IconPencil],
  unchanged: ["neutral", IconCircleMinus],
};

export function importCells({
  kind,
  fields,
}: ShownFile): CellsOf<ReturnType<typeof importRowsList>> {
  return {
    line: (row) => row.line,
    outcome: (row) => <OutcomeBadge outcome={row.outcome} />,
    name: (row) => <Name kind={kind} row={row} />,
    details: (row) => <Details row={row} fields={fields} />,
  };
}

export function OutcomeBadge({ outcome, count }: { outcome: Outcome; count?: string }) {
  const { label } = useEnumOptions();
  return (
    <EnumBadge styles={STYLES} value={outcome}>
      {label("import_outcome", outcome)}
      {count !== undefined && ` (${count})`}
    </EnumBadge>
  );
}

function Name({ kind, row }: { kind: ImportKind; row: ImportRow }) {
  const t = useTranslate();
  const name = row.name || t("imports.nameless");
  if (row.record === null) return name;
  const record = { api_id: row.record, name };
  if (kind === "clients") return <ClientLink client={record} />;
  if (kind === "employees") return <EmployeeLink employee={record} />;
  if (kind === "teams") return <TeamLink team={record} />;
  // A term is on the page of its retainer.
  if (kind === "projects" || kind === "terms") return <ProjectLink project={record} />;
  return name;
}

function Details({ row, fields }: { row: ImportRow; fields: readonly ImportField[] }) {
  const t = useTranslate();
  const fieldName = (field: string | null) =>
    fields.find((item) => item.field === field)?.name ?? t("imports.whole_row");
  return (
    <ul className={classes.lines}>
      {row.errors.map(({ field, message }) => (
        <li key={`${field}:${message}`} className={classes.wrong}>
          {t("imports.wrong_in", { field: fieldName(field), message })}
        </li>
      ))}
      {row.changes.map(({ field, before, after }) => (
        <li key={field}>
          {t(before ? "imports.change" : "imports.new_value", {
            field: fieldName(field),
            before: before || "—",
            after: after || "—",
          })}
        </li>
      ))}
    </ul>
  );
}
