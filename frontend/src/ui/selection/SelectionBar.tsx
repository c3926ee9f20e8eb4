// The bar with the number of selected rows and their actions.
import { Button, Text } from "@mantine/core";
import { IconFileSpreadsheet, IconFileText, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { sendApiCall } from "../../api/request";
import type { Page } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatInteger } from "../../lib/numbers";
import { useExport } from "../exports/downloadExport";
import type { FixedQuery, ListDescription } from "../table/listDescription";
import { type ListSearch, listQuery } from "../table/listSearch";
import type { ApiRow } from "../table/tableModel";
import { MAX_CHANGED } from "./batchChange";
import type { Bulk, FailedRecord } from "./bulk";
import classes from "./Selection.module.css";
import type { Selection } from "./useSelection";

const OVERLAYS = "dialog[open], [role=dialog], [role=menu], [role=listbox]";
const TEXT_FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable=true]";
const PAGE_SIZE = 100;
/** The server's limit for rows by id. */
const MAX_EXPORT_IDS = 1_000;

export type BarProps<Item extends ApiRow> = {
  list: ListDescription;
  search: ListSearch;
  fixed: FixedQuery | undefined;
  selection: Selection<Item>;
  /** The number of rows on all pages. */
  total: number;
  bulk: Bulk<Item> | undefined;
  canExport: boolean;
};

/** Esc clears the selection, unless it closes a dialog or empties a field. */
function useClearOnEscape(clear: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector(OVERLAYS) || (event.target as Element).closest(TEXT_FIELDS))
        return;
      event.preventDefault();
      clear();
    };
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, [clear]);
}

function useReadSelected<Item extends ApiRow>({ list, search, fixed, selection }: BarProps<Item>) {
  const client = useQueryClient();
  return async (): Promise<readonly Item[]> => {
    if (!selection.all) return [...selection.rows.values()];
    const found: Item[] = [];
    for (let page = 1, last = 1; page <= last && found.length < MAX_CHANGED; page += 1) {
      const query = { ...listQuery(list, search, fixed), page, per_page: PAGE_SIZE };
      const response = await client.fetchQuery({
        queryKey: ["picked", list.path, query],
        queryFn: () => sendApiCall<Page<Item>>(list.path, { method: "GET", query }),
        staleTime: 0,
        gcTime: 0,
      });
      found.push(...response.data);
      last = response.meta.last_page;
    }
    return found;
  };
}

export function SelectionBar<Item extends ApiRow>(props: BarProps<Item>) {
  const { selection, total, bulk } = props;
  const t = useTranslate();
  const locale = useLocale();
  const count = selection.all ? total : selection.rows.size;
  const read = useReadSelected(props);
  const [failed, setFailed] = useState<readonly FailedRecord[]>([]);
  useClearOnEscape(selection.clear);
  return (
    <section className={classes.bar} aria-label={t("selection.title")} data-selection>
      <Text size="sm" fw={500}>
        {t("table.selected", { count })}
      </Text>
      {!selection.all && total > count && (
        <Button variant="subtle" size="compact-sm" onClick={selection.selectAll}>
          {t("selection.all", { total: formatInteger(total, locale) })}
        </Button>
      )}
      <FailedRecords failed={failed} />
      <div className={classes.actions}>
        {bulk && (
          <Suspense fallback={null}>
            <bulk.Actions selection={selection} count={count} read={read} showFailed={setFailed} />
          </Suspense>
        )}
        {props.canExport && <ExportSelected {...props} />}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={selection.clear}
        >
          {t("selection.clear")}
        </Button>
      </div>
    </section>
  );
}

/** A live region must exist before its content to be announced. */
function FailedRecords({ failed }: { failed: readonly FailedRecord[] }) {
  const t = useTranslate();
  return (
    <div className={classes.failures} role="alert" hidden={failed.length === 0}>
      {failed.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {t("selection.failed", { count: failed.length })}
          </Text>
          <ul>
            {failed.map(({ id, name, reasons }) => (
              <li key={id}>
                <strong>{name}</strong> – {reasons.join(" ")}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const FORMATS = { csv: IconFileText, xlsx: IconFileSpreadsheet } as const;

/** Exports the selected rows; with all selected, the list as shown. */
function ExportSelected<Item extends ApiRow>({ list, search, fixed, selection }: BarProps<Item>) {
  const t = useTranslate();
  const ids = selection.all ? undefined : [...selection.rows.keys()];
  const exporting = useExport({ list, search, fixed, ids });
  // A pending export appears above the list, which reads it on its next render.
  const { selectAll } = selection;
  const options = selection.all ? { onSuccess: selectAll } : {};
  return (["csv", "xlsx"] as const).map((format) => {
    const Icon = FORMATS[format];
    return (
      <Button
        key={format}
        variant="default"
        size="xs"
        leftSection={<Icon size={16} aria-hidden />}
        loading={exporting.isPending && exporting.variables === format}
        disabled={exporting.isPending || (ids?.length ?? 0) > MAX_EXPORT_IDS}
        onClick={({ detail }) => detail < 2 && exporting.mutate(format, options)}
      >
        {t(`selection.export_${format}`)}
      </Button>
    );
  });
}
