// The range of shown rows, the page size and the pagination.
import "@mantine/core/styles/Combobox.css";
import { Group, NativeSelect, Text } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { PageMeta } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatInteger } from "../../lib/numbers";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "./listDescription";
import classes from "./Table.module.css";
import type { ListState } from "./useListState";

/** Not needed for a single page. */
const NamedPagination = lazy(async () => ({
  default: (await import("./NamedPagination")).NamedPagination,
}));

export function Pager({ meta, state }: { meta: PageMeta; state: ListState }) {
  const t = useTranslate();
  const locale = useLocale();
  const format = (value: number | null) => formatInteger(value ?? 0, locale);
  const range = { from: format(meta.from), to: format(meta.to), total: format(meta.total) };
  return (
    <Group justify="space-between" gap="sm" mt="sm" component="nav" aria-label={t("table.pages")}>
      <Text size="sm" c="dimmed" role="status">
        {t("table.range", range)}
      </Text>
      <Group gap="sm" className={classes.pages}>
        <NativeSelect
          size="xs"
          aria-label={t("table.per_page")}
          value={String(state.search.per_page ?? DEFAULT_PAGE_SIZE)}
          data={PAGE_SIZES.map((size) => ({
            value: String(size),
            label: t("table.size", { size: String(size) }),
          }))}
          onChange={(event) => state.toSize(Number(event.currentTarget.value))}
        />
        {meta.last_page > 1 && (
          <Suspense fallback={null}>
            <NamedPagination
              total={meta.last_page}
              value={meta.current_page}
              onChange={state.toPage}
            />
          </Suspense>
        )}
      </Group>
    </Group>
  );
}

/** How many of the rows are on the paper. */
export function PrintedRange({ shown, total }: { shown: number; total: number }) {
  const t = useTranslate();
  const locale = useLocale();
  const format = (value: number) => formatInteger(value, locale);
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {t("table.range", { from: format(1), to: format(shown), total: format(total) })}
    </Text>
  );
}
