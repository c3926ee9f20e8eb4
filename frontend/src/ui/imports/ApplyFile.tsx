// The next step for a checked file: apply it, correct it, or open the imported records.
import { Anchor, Button, Text } from "@mantine/core";
import { apiUrl } from "../../api/client";
import type { Import } from "../../api/types";
import { activeLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { ButtonLink } from "../links/ButtonLink";
import classes from "./Imports.module.css";
import { useImportChange } from "./useImportChange";

export function ApplyFile({ file }: { file: Import }) {
  if (file.state === "applied") return <Applied file={file} />;
  if (file.counts === null) return null;
  return <CheckedFileActions file={file} counts={file.counts} />;
}

type CheckedFileProps = { file: Import; counts: NonNullable<Import["counts"]> };

function CheckedFileActions({ file, counts }: CheckedFileProps) {
  const t = useTranslate();
  const { apply, check, busy, failure, isOutdated } = useImportChange(file);
  const changes = counts.create + counts.update;
  const needsCheck = isOutdated || file.state === "outdated";
  const checkAgain = () => check(file.columns.map(({ field }) => field ?? ""));
  return (
    <>
      <div className={classes.actions}>
        {needsCheck ? (
          <Button loading={busy} onClick={checkAgain}>
            {t("imports.check_again")}
          </Button>
        ) : (
          <Button loading={busy} disabled={!file.can_apply} onClick={apply}>
            {t("imports.apply", { count: changes })}
          </Button>
        )}
        {counts.wrong > 0 && (
          <Anchor
            href={apiUrl("/imports/{id}/errors", {
              params: { id: file.api_id },
              query: { language: activeLocale() },
            })}
            download
          >
            {t("imports.download_errors")}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {t(hintKey(counts.wrong, changes))}
        </Text>
      </div>
      {(failure ?? needsCheck) && (
        <Text role="alert" className={classes.wrong ?? ""}>
          {failure ?? t("imports.outdated")}
        </Text>
      )}
    </>
  );
}

function hintKey(errorCount: number, changes: number) {
  if (errorCount > 0) return "imports.hint.wrong";
  return changes > 0 ? "imports.hint.ready" : "imports.hint.nothing";
}

function Applied({ file }: { file: Import }) {
  const t = useTranslate();
  return (
    <div className={classes.actions}>
      <Text role="status" fw={600}>
        {t("imports.applied", { count: (file.counts?.create ?? 0) + (file.counts?.update ?? 0) })}
      </Text>
      <ButtonLink to="." search={{}}>
        {t("imports.to_list")}
      </ButtonLink>
      <Text size="sm" c="dimmed" w="100%">
        {t("imports.undo")}
      </Text>
    </div>
  );
}
