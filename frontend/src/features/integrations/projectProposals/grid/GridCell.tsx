// A cell that is edited in place: Enter and the arrows move, Esc restores, Ctrl+D copies the cell above, and lines that are
// pasted go down.
import { ActionIcon } from "@mantine/core";
import { IconArrowBarToDown } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import type { ProjectProposalRow } from "../../../../api/types";
import type { MessageKey } from "../../../../i18n/keys";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatTypedDate, parseTypedDate } from "../../../../lib/dates";
import { parseMoney } from "../../../../lib/money";
import { formatDecimal, parseDecimal } from "../../../../lib/numbers";
import { showToast } from "../../../../lib/toasts";
import { useEnumOptions } from "../../../../session/enumOptions";
import { useToday } from "../../../../session/today";
import { moveByKey, valueAbove } from "../../../../ui/grid/gridKeys";
import classes from "./Grid.module.css";
import { fieldText, type GridField, useGrid } from "./useGrid";

type Props = { row: ProjectProposalRow; field: GridField; label: MessageKey; children?: ReactNode };

/** How a field is read and written; `parse` answers null for what it cannot read. */
function useText(field: GridField) {
  const locale = useLocale();
  const today = useToday();
  if (field === "amount" || field === "included_hours") {
    const parse = field === "amount" ? parseMoney : parseDecimal;
    const format = (value: string) => formatDecimal(value, locale, field === "amount" ? 2 : 0, 2);
    return { parse: (text: string) => parse(text, 2), format };
  }
  return {
    parse: (text: string) => parseTypedDate(text, locale, today),
    format: (value: string) => formatTypedDate(value, locale),
  };
}

export function GridCell({ row, field, label, children }: Props) {
  const t = useTranslate();
  const { parse, format } = useText(field);
  const { save, fillDown, paste } = useGrid();
  const [typed, setTyped] = useState<string>();
  const value = fieldText(row, field);
  const shown = value === "" ? "" : format(value);
  const read = (text: string) => (text.trim() === "" ? "" : parse(text));
  const commit = async (text: string) => {
    const next = text === shown ? value : read(text);
    if (next === null) {
      showToast({ kind: "error", summary: t("project_proposals.grid.unreadable", { text }) });
      return undefined;
    }
    const isSaved = next === value || (await save(row, field, next));
    setTyped(undefined);
    return isSaved ? next : undefined;
  };
  /** What was typed counts, although the cell still has the focus. */
  const fill = async () => {
    const filled = typed === undefined ? value : await commit(typed);
    if (filled !== undefined) await fillDown(row, field, filled);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") {
      event.preventDefault();
      setTyped(undefined);
    } else if (event.key === "d" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      const above = valueAbove(event.currentTarget);
      if (above !== undefined) void commit(above);
    } else moveByKey(event);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData.getData("text").trimEnd().split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    const values = lines.map((line) => read(line.split("\t")[0] ?? ""));
    const bad = values.indexOf(null);
    if (bad >= 0) {
      const text = lines[bad] ?? "";
      showToast({ kind: "error", summary: t("project_proposals.grid.unreadable", { text }) });
    } else
      void paste(
        row,
        field,
        values.map((one) => one ?? ""),
      );
  };
  return (
    <span className={classes.cell}>
      <input
        className={classes.input}
        data-grid={field}
        data-align={field === "amount" || field === "included_hours" ? "end" : undefined}
        aria-label={`${t(label)}, ${row.name}`}
        autoComplete="off"
        size={8}
        value={typed ?? shown}
        aria-invalid={typed !== undefined && read(typed) === null}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => typed !== undefined && void commit(typed)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {children}
      <FillDown onFill={() => void fill()} label={`${t(label)}, ${row.name}`} />
    </span>
  );
}

export function KindCell({ row, label }: Omit<Props, "field">) {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const { save, fillDown } = useGrid();
  return (
    <span className={classes.cell}>
      <select
        className={classes.input}
        data-grid="kind"
        aria-label={`${t(label)}, ${row.name}`}
        value={row.kind ?? ""}
        onChange={(event) => void save(row, "kind", event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "d" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            const above = valueAbove(event.currentTarget);
            if (above) void save(row, "kind", above);
          } else moveByKey(event);
        }}
      >
        <option value="">{t("project_proposals.rules.unknown")}</option>
        {items("project_kind").map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FillDown
        onFill={() => void fillDown(row, "kind", row.kind ?? "")}
        label={`${t(label)}, ${row.name}`}
      />
    </span>
  );
}

function FillDown({ onFill, label }: { onFill: () => void; label: string }) {
  const t = useTranslate();
  return (
    <ActionIcon
      className={classes.fill}
      variant="subtle"
      size="sm"
      tabIndex={-1}
      title={t("project_proposals.grid.fill_down")}
      aria-label={`${t("project_proposals.grid.fill_down")} – ${label}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onFill}
    >
      <IconArrowBarToDown size={14} aria-hidden />
    </ActionIcon>
  );
}
