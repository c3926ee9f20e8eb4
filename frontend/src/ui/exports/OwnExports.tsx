// The files that one has asked for and that took a while: under way, ready for as long as they are kept, or failed.
import { Anchor, Button, Group, Skeleton, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, apiAddress } from "../../api/client";
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
import { FailedPart } from "../feedback/FailedPart";
import { Section } from "../layout/Section";
import { EXPORTS_PATH } from "./downloadExport";
import { ExportProgress } from "./ExportProgress";
import classes from "./Exports.module.css";
import { isRunning } from "./pollExports";

const MAX_SHOWN = 100;
const ASKED_EVERY_MS = 1_000;
const exportsQuery = pageQuery(EXPORTS_PATH, { query: { per_page: MAX_SHOWN } });

/** What is read while it is downloaded is no file that could be fetched again. */
function isStored({ status, size }: Export): boolean {
  return status !== "ready" || size !== null;
}

export function OwnExports() {
  const t = useTranslate();
  // Where the focus goes when a file's own button has gone with it.
  const list = useRef<HTMLUListElement>(null);
  const { data, isError, refetch } = useQuery({
    ...exportsQuery,
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? ASKED_EVERY_MS : false),
  });
  if (!data) return isError ? <FailedPart retry={refetch} /> : <Skeleton height={240} />;
  const kept = data.data.filter(isStored);
  return (
    <Section title={t("exports.own.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("exports.own.detail")}
      </Text>
      {kept.length === 0 && (
        <EmptyState title={t("exports.own.none.title")} detail={t("exports.own.none.detail")} />
      )}
      <ul ref={list} tabIndex={-1} className={classes.files} aria-label={t("exports.own.title")}>
        {kept.map((made) => (
          <li key={made.api_id}>
            {isRunning(made) ? (
              <ExportProgress made={made} />
            ) : (
              <Ended made={made} onGone={() => list.current?.focus()} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Ended({ made, onGone }: { made: Export; onGone: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const { api_id, file_name: name, status, size, total, created_at, expires_at } = made;
  const { timezone } = useCurrentUser();
  const until = formatDateTime(expires_at, locale, timezone);
  const rows = t("exports.own.rows", { count: total, rows: formatInteger(total, locale) });
  return (
    <Group gap="sm" mb="sm" wrap="nowrap" justify="space-between">
      <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        {status === "ready" ? (
          <Anchor
            href={apiAddress(`${EXPORTS_PATH}/{id}/file`, { params: { id: api_id } })}
            download
          >
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
      <DeleteButton id={api_id} name={name} onGone={onGone} />
    </Group>
  );
}

type Deleting = { id: string; name: string; onGone: () => void };

/** Asked about first: the file below takes the place of the one that is gone. */
function DeleteButton({ id, name, onGone }: Deleting) {
  const t = useTranslate();
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => api.delete(`${EXPORTS_PATH}/{id}`, { params: { id }, expect: [404] }),
    onSettled: async () => {
      setAsking(false);
      await client.invalidateQueries({ queryKey: resourceKey(EXPORTS_PATH) });
      onGone();
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        style={{ flexShrink: 0 }}
        aria-label={t("exports.own.delete_of", { name })}
        onClick={() => setAsking(true)}
      >
        {t("exports.own.delete")}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t("exports.own.delete_question", { name })}
        detail={t("exports.own.delete_detail")}
        confirmLabel={t("exports.own.delete")}
        busy={deleting.isPending}
        onConfirm={() => deleting.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
