// A checked file: its columns, the effect of each row, and the button to apply it.
import { Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { optionalItemQuery } from "../../api/queries";
import { listImportRows } from "../../api/shapes/listImportRows.gen";
import type { Import } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatSize } from "../../lib/fileSizes";
import { formatInteger } from "../../lib/numbers";
import { EmptyState } from "../feedback/EmptyState";
import { ButtonLink } from "../links/ButtonLink";
import { ResourceTable } from "../table/ResourceTable";
import { ApplyFile } from "./ApplyFile";
import { FileColumns } from "./FileColumns";
import classes from "./Imports.module.css";
import { importCells, OutcomeBadge } from "./importCells";
import type { ImportKind } from "./importKinds";
import { importRowsList } from "./importsList";

const POLL_INTERVAL_MS = 1_000;
const IN_PROGRESS: readonly Import["state"][] = ["queued", "applying"];

type Props = { id: string; kinds: readonly ImportKind[] };

export function CheckedFile({ id, kinds }: Props) {
  const t = useTranslate();
  const { data: file, error } = useQuery({
    ...optionalItemQuery("/imports/{id}", id),
    refetchInterval: ({ state }) =>
      state.data && IN_PROGRESS.includes(state.data.state) ? POLL_INTERVAL_MS : false,
  });
  if (error || (file && !kinds.includes(file.kind))) return <MissingFile />;
  if (file === undefined) return <Skeleton height={240} />;
  return (
    <>
      <FileHead file={file} />
      {IN_PROGRESS.includes(file.state) ? (
        <Text role="status" aria-busy="true">
          {t(file.state === "queued" ? "imports.checking" : "imports.applying")}
        </Text>
      ) : (
        <CheckResult file={file} />
      )}
    </>
  );
}

/** The same for a missing file and for another user's file. */
function MissingFile() {
  const t = useTranslate();
  return (
    <EmptyState
      title={t("imports.gone.title")}
      detail={t("imports.gone.detail")}
      action={
        <ButtonLink to="." search={{}}>
          {t("imports.to_list")}
        </ButtonLink>
      }
    />
  );
}

function FileHead({ file }: { file: Import }) {
  const locale = useLocale();
  return (
    <div>
      <Title order={2} size="h3">
        {file.file_name}
      </Title>
      <Text size="sm" c="dimmed">
        {formatSize(file.size, locale)}
      </Text>
    </div>
  );
}

function CheckResult({ file }: { file: Import }) {
  const t = useTranslate();
  const locale = useLocale();
  const { counts } = file;
  return (
    <>
      {file.refusal && (
        <Text role="alert" className={classes.wrong ?? ""}>
          {file.refusal}
        </Text>
      )}
      {counts && (
        <ul className={classes.counts} aria-label={t("imports.counts")}>
          {listImportRows.values.outcome.map((outcome) => (
            <li key={outcome}>
              <OutcomeBadge outcome={outcome} count={formatInteger(counts[outcome], locale)} />
            </li>
          ))}
        </ul>
      )}
      <ApplyFile file={file} />
      {file.state !== "applied" && file.columns.length > 0 && (
        <FileColumns key={`columns ${file.version}`} file={file} />
      )}
      {counts && <FileRows key={`rows ${file.version}`} file={file} />}
    </>
  );
}

function FileRows({ file }: { file: Import }) {
  const t = useTranslate();
  const list = useMemo(() => importRowsList(file.api_id), [file.api_id]);
  const cells = useMemo(() => importCells(file), [file]);
  return (
    <ResourceTable
      list={list}
      cells={cells}
      label={t("imports.rows")}
      empty={{ title: t("imports.no_rows.title"), detail: t("imports.no_rows.detail") }}
    />
  );
}
