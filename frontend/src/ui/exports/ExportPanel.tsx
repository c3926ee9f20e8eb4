// How many rows will be in the file, and in which of two formats; files made earlier are offered again.
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { apiAddress } from "../../api/client";
import { describedPageQuery, pageQuery } from "../../api/queries";
import type { Export } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatInteger } from "../../lib/numbers";
import { listQuery } from "../table/listSearch";
import { ToolbarPopover } from "../table/ToolbarPopover";
import { EXPORTS_PATH, useExport } from "./downloadExport";
import { ExportTrigger } from "./ExportTrigger";
import type { ExportProps } from "./exportProps";
import { PreparedExports } from "./PreparedExports";
import { useWatchedExports } from "./watchedExports";

const MAX_STORED = 10;

export function ExportPanel(props: ExportProps) {
  const t = useTranslate();
  const watched = useWatchedExports();
  return (
    <>
      {/* After a reload it is here for the files that are waited for. */}
      <ToolbarPopover
        trigger={ExportTrigger}
        label={t("table.export")}
        maw="min(340px, calc(100vw - 24px))"
        opensAtOnce={watched.length === 0}
      >
        <Stack gap="sm">
          <Formats {...props} />
          <StoredExports />
        </Stack>
      </ToolbarPopover>
      {watched.length > 0 && <PreparedExports ids={watched} />}
    </>
  );
}

function useRows({ list, search, fixed, picked }: ExportProps): number | undefined {
  // What the list itself shows: nothing more is asked for.
  const { data } = useQuery(describedPageQuery(list.path, listQuery(list, search, fixed)));
  return picked?.length ?? data?.meta.total;
}

function Formats(props: ExportProps) {
  const t = useTranslate();
  const count = useRows(props);
  const exporting = useExport(props);
  const button = (format: Export["format"]) => (
    <Button
      variant="default"
      loading={exporting.isPending && exporting.variables === format}
      disabled={exporting.isPending || count === undefined || count === 0}
      // The second of two quick presses asks for nothing more.
      onClick={({ detail }) => detail < 2 && exporting.mutate(format)}
    >
      {t(`exports.format.${format}`)}
    </Button>
  );
  return (
    <>
      <Text size="sm">
        {t(props.picked ? "exports.picked" : "exports.rows", { count: count ?? 0 })}
      </Text>
      <Text size="xs" c="dimmed">
        {t("exports.as_shown")}
      </Text>
      <Group gap="xs">
        {button("csv")}
        {button("xlsx")}
      </Group>
    </>
  );
}

/** Files that took a while to make, for as long as they are kept. */
function StoredExports() {
  const t = useTranslate();
  const locale = useLocale();
  const { data } = useQuery(
    pageQuery(EXPORTS_PATH, { query: { status: ["ready"], per_page: MAX_STORED } }),
  );
  const kept = data?.data.filter(({ size }) => size !== null) ?? [];
  if (kept.length === 0) return null;
  return (
    <section aria-label={t("exports.kept")}>
      <Text size="xs" fw={500} c="dimmed">
        {t("exports.kept")}
      </Text>
      {kept.map((made) => (
        <div key={made.api_id}>
          <Anchor
            size="sm"
            href={apiAddress(`${EXPORTS_PATH}/{id}/file`, { params: { id: made.api_id } })}
            download
          >
            {made.file_name}
          </Anchor>{" "}
          <Text span size="xs" c="dimmed">
            {t("exports.of_rows", { rows: formatInteger(made.total, locale) })}
          </Text>
        </div>
      ))}
    </section>
  );
}
