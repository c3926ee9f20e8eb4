// What is picked of a list and what can be done with it, at the foot of the window for as long as there is something.
import { Button, Text } from "@mantine/core";
import { IconFileSpreadsheet, IconFileText, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { sendDescribed } from "../../api/client";
import type { Page } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatInteger } from "../../lib/numbers";
import { useExport } from "../exports/downloadExport";
import type { FixedQuery, ListDescription } from "../table/listDescription";
import { type ListSearch, listQuery } from "../table/listSearch";
import type { Listed } from "../table/tableModel";
import { MAX_CHANGED } from "./batchChange";
import type { Bulk, Refused } from "./bulk";
import classes from "./Selection.module.css";
import type { Selection } from "./useSelection";

const OVER_THE_PAGE = "dialog[open], [role=dialog], [role=menu], [role=listbox]";
const TYPED_IN = "input:not([type=checkbox]), textarea, select, [contenteditable=true]";
const A_PAGE = 100;
/** What the server takes of rows that are named one by one. */
const MAX_NAMED = 1_000;

export type BarProps<Item extends Listed> = {
  list: ListDescription;
  search: ListSearch;
  fixed: FixedQuery | undefined;
  selection: Selection<Item>;
  /** How many rows the list has on all of its pages. */
  total: number;
  bulk: Bulk<Item> | undefined;
  exports: boolean;
};

/** Esc lets go of what is picked, unless it closes something or empties a field. */
function useLettingGo(clear: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector(OVER_THE_PAGE) || (event.target as Element).closest(TYPED_IN))
        return;
      event.preventDefault();
      clear();
    };
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, [clear]);
}

function useReading<Item extends Listed>({ list, search, fixed, selection }: BarProps<Item>) {
  const client = useQueryClient();
  return async (): Promise<readonly Item[]> => {
    if (!selection.all) return [...selection.rows.values()];
    const found: Item[] = [];
    for (let page = 1, last = 1; page <= last && found.length < MAX_CHANGED; page += 1) {
      const query = { ...listQuery(list, search, fixed), page, per_page: A_PAGE };
      const answer = await client.fetchQuery({
        queryKey: ["picked", list.path, query],
        queryFn: () => sendDescribed<Page<Item>>(list.path, { method: "GET", query }),
        staleTime: 0,
        gcTime: 0,
      });
      found.push(...answer.data);
      last = answer.meta.last_page;
    }
    return found;
  };
}

export function SelectionBar<Item extends Listed>(props: BarProps<Item>) {
  const { selection, total, bulk } = props;
  const t = useTranslate();
  const locale = useLocale();
  const count = selection.all ? total : selection.rows.size;
  const read = useReading(props);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  useLettingGo(selection.clear);
  return (
    <section className={classes.bar} aria-label={t("selection.title")} data-selection>
      <Text size="sm" fw={500}>
        {t("table.picked", { count })}
      </Text>
      {!selection.all && total > count && (
        <Button variant="subtle" size="compact-sm" onClick={selection.pickAll}>
          {t("selection.all", { total: formatInteger(total, locale) })}
        </Button>
      )}
      <RefusedOnes refused={refused} />
      <div className={classes.actions}>
        {bulk && (
          <Suspense fallback={null}>
            <bulk.Actions
              selection={selection}
              count={count}
              read={read}
              showRefused={setRefused}
            />
          </Suspense>
        )}
        {props.exports && <ExportPicked {...props} />}
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

/** Said when it is there: the place is there before. */
function RefusedOnes({ refused }: { refused: readonly Refused[] }) {
  const t = useTranslate();
  return (
    <div className={classes.failures} role="alert" hidden={refused.length === 0}>
      {refused.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {t("selection.failed", { count: refused.length })}
          </Text>
          <ul>
            {refused.map(({ id, name, reasons }) => (
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

/** Exactly these rows; where all are meant, the list as it is shown. */
function ExportPicked<Item extends Listed>({ list, search, fixed, selection }: BarProps<Item>) {
  const t = useTranslate();
  const picked = selection.all ? undefined : [...selection.rows.keys()];
  const exporting = useExport({ list, search, fixed, picked });
  // A file that takes a while is waited for above the list, which hears of it when it is drawn again.
  const { pickAll } = selection;
  const started = selection.all ? { onSuccess: pickAll } : {};
  return (["csv", "xlsx"] as const).map((format) => {
    const Mark = FORMATS[format];
    return (
      <Button
        key={format}
        variant="default"
        size="xs"
        leftSection={<Mark size={16} aria-hidden />}
        loading={exporting.isPending && exporting.variables === format}
        disabled={exporting.isPending || (picked?.length ?? 0) > MAX_NAMED}
        onClick={({ detail }) => detail < 2 && exporting.mutate(format, started)}
      >
        {t(`selection.export_${format}`)}
      </Button>
    );
  });
}
