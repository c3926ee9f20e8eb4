// The user's own exports: in progress, ready until they expire, or failed.
import { Anchor, Button, Group, Skeleton, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, apiUrl } from "../../api/client";
import { pageQuery, resourceKey } from "../../api/queries";
import type { Export } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDateTime } from "../../lib/dates";
import { formatSize } from "../../lib/fileSizes";
import { formatInteger } from "../../lib/numbers";
import { useCurrentUser } from "../../session/currentUser";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { RelativeText } from "../display/DateText";
import { EmptyState } from "../feedback/EmptyState";
import { LoadFailure } from "../feedback/LoadFailure";
import { Section } from "../layout/Section";
import { EXPORTS_PATH } from "./downloadExport";
import { ExportProgress } from "./ExportProgress";
import classes from "./Exports.module.css";
import { isRunning } from "./pollExports";

const MAX_SHOWN = 100;
const POLL_INTERVAL_MS = 1_000;
const exportsQuery = pageQuery(EXPORTS_PATH, { query: { per_page: MAX_SHOWN } });

/** An export that streamed during its download has no stored file. */
function isStored({ status, size }: Export): boolean {
  return status !== "ready" || size !== null;
}

export function UserExports() {
  const t = useTranslate();
  // Receives the focus when a file and its button are removed.
  const list = useRef<HTMLUListElement>(null);
  const { data, isError, refetch } = useQuery({
    ...exportsQuery,
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? POLL_INTERVAL_MS : false),
  });
  if (!data) return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={240} />;
  const stored = data.data.filter(isStored);
  return (
    <Section title={t("exports.own.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("exports.own.detail")}
      </Text>
      {stored.length === 0 && (
        <EmptyState title={t("exports.own.none.title")} detail={t("exports.own.none.detail")} />
      )}
      <ul ref={list} tabIndex={-1} className={classes.files} aria-label={t("exports.own.title")}>
        {stored.map((exportJob) => (
          <li key={exportJob.api_id}>
            {isRunning(exportJob) ? (
              <ExportProgress exportJob={exportJob} />
            ) : (
              <EndedExport exportJob={exportJob} onDeleted={() => list.current?.focus()} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function EndedExport({ exportJob, onDeleted }: { exportJob: Export; onDeleted: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const { api_id, file_name: name, status, size, total, created_at, expires_at } = exportJob;
  const { timezone } = useCurrentUser();
  const until = formatDateTime(expires_at, locale, timezone);
  const rows = t("exports.own.rows", { count: total, rows: formatInteger(total, locale) });
  return (
    <Group gap="sm" mb="sm" wrap="nowrap" justify="space-between">
      <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        {status === "ready" ? (
          <Anchor href={apiUrl(`${EXPORTS_PATH}/{id}/file`, { params: { id: api_id } })} download>
            {name}
          </Anchor>
        ) : (
          <Text size="sm">{t("exports.failed", { name })}</Text>
        )}
        <Text size="xs" c="dimmed">
          {rows}
          {size !== null && ` · ${formatSize(size, locale)}`} · <RelativeText at={created_at} />
          {status === "ready" && ` · ${t("exports.own.until", { at: until })}`}
        </Text>
      </div>
      <DeleteButton id={api_id} name={name} onDeleted={onDeleted} />
    </Group>
  );
}

type DeleteButtonProps = { id: string; name: string; onDeleted: () => void };

/** Asks first: the next file moves into the place of the removed one, where a second click would hit it. */
function DeleteButton({ id, name, onDeleted }: DeleteButtonProps) {
  const t = useTranslate();
  const [isConfirming, setIsConfirming] = useState(false);
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => api.delete(`${EXPORTS_PATH}/{id}`, { params: { id }, expect: [404] }),
    onSettled: async () => {
      setIsConfirming(false);
      await client.invalidateQueries({ queryKey: resourceKey(EXPORTS_PATH) });
      onDeleted();
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        style={{ flexShrink: 0 }}
        aria-label={t("exports.own.delete_of", { name })}
        onClick={() => setIsConfirming(true)}
      >
        {t("exports.own.delete")}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t("exports.own.delete_question", { name })}
        detail={t("exports.own.delete_detail")}
        confirmLabel={t("exports.own.delete")}
        busy={deleting.isPending}
        onConfirm={() => deleting.mutate()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
