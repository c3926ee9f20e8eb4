// Exports a list: shows the number of rows and the formats, and earlier files.
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { apiUrl } from "../../api/client";
import { listPageQuery } from "../../api/listPageQuery";
import { pageQuery } from "../../api/queries";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatInteger } from "../../lib/numbers";
import { listQuery } from "../table/listSearch";
import { ToolbarPopover } from "../table/ToolbarPopover";
import { EXPORTS_PATH, type ListFormat, useExport } from "./downloadExport";
import { ExportTrigger } from "./ExportTrigger";
import type { ExportProps } from "./exportProps";
import { PendingExports } from "./PendingExports";
import { useWatchedExports } from "./watchedExports";

const MAX_STORED = 10;

export function ExportPanel(props: ExportProps) {
  const t = useTranslate();
  const watched = useWatchedExports();
  return (
    <>
      {/* After a reload, the panel loads for pending exports and stays closed. */}
      <ToolbarPopover
        trigger={ExportTrigger}
        label={t("table.export")}
        maw="min(340px, calc(100vw - 24px))"
        openOnMount={watched.length === 0}
      >
        <Stack gap="sm">
          <Formats {...props} />
          <StoredExports />
        </Stack>
      </ToolbarPopover>
      {watched.length > 0 && <PendingExports ids={watched} />}
    </>
  );
}

function useRowCount({ list, search, fixed, ids }: ExportProps): number | undefined {
  // The list's own query: no further request.
  const { data } = useQuery(listPageQuery(list.path, listQuery(list, search, fixed)));
  return ids?.length ?? data?.meta.total;
}

function Formats(props: ExportProps) {
  const t = useTranslate();
  const count = useRowCount(props);
  const exporting = useExport(props);
  const button = (format: ListFormat) => (
    <Button
      variant="default"
      loading={exporting.isPending && exporting.variables === format}
      disabled={exporting.isPending || count === undefined || count === 0}
      // Ignores the second click of a double click.
      onClick={({ detail }) => detail < 2 && exporting.mutate(format)}
    >
      {t(`exports.format.${format}`)}
    </Button>
  );
  return (
    <>
      <Text size="sm">
        {t(props.ids ? "exports.selected" : "exports.rows", { count: count ?? 0 })}
      </Text>
      <Text size="xs" c="dimmed">
        {t("exports.as_shown")}
      </Text>
      <Group gap="xs">
        {button("csv")}
        {button("xlsx")}
        {props.print && <PrintButton print={props.print} />}
      </Group>
    </>
  );
}

/** The browser prints the list to paper or PDF. */
function PrintButton({ print }: { print: () => Promise<void> }) {
  const t = useTranslate();
  const printing = useMutation({ mutationFn: print });
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      loading={printing.isPending}
      onClick={() => printing.mutate()}
    >
      {t("exports.print")}
    </Button>
  );
}

/** The stored files of earlier exports. */
function StoredExports() {
  const t = useTranslate();
  const locale = useLocale();
  const { data } = useQuery(
    pageQuery(EXPORTS_PATH, { query: { status: ["ready"], per_page: MAX_STORED } }),
  );
  const stored = data?.data.filter(({ size }) => size !== null) ?? [];
  if (stored.length === 0) return null;
  return (
    <section aria-label={t("exports.stored")}>
      <Text size="xs" fw={500} c="dimmed">
        {t("exports.stored")}
      </Text>
      {stored.map((exportFile) => (
        <div key={exportFile.api_id}>
          <Anchor
            size="sm"
            href={apiUrl(`${EXPORTS_PATH}/{id}/file`, { params: { id: exportFile.api_id } })}
            download
          >
            {exportFile.file_name}
          </Anchor>{" "}
          <Text span size="xs" c="dimmed">
            {t("exports.of_rows", { rows: formatInteger(exportFile.total, locale) })}
          </Text>
        </div>
      ))}
    </section>
  );
}
