// What happens next with a file that was tried: take it over, correct it, or go and look at what it brought.
import { Anchor, Button, Text } from "@mantine/core";
import { apiAddress } from "../../api/client";
import type { Import } from "../../api/types";
import { activeLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { ButtonLink } from "../links/ButtonLink";
import classes from "./Imports.module.css";
import { useImportChange } from "./useImportChange";

export function ApplyFile({ file }: { file: Import }) {
  if (file.state === "applied") return <Applied file={file} />;
  if (file.counts === null) return null;
  return <Waiting file={file} counts={file.counts} />;
}

type WaitingProps = { file: Import; counts: NonNullable<Import["counts"]> };

function Waiting({ file, counts }: WaitingProps) {
  const t = useTranslate();
  const { apply, check, busy, refusal, outdated } = useImportChange(file);
  const changes = counts.create + counts.update;
  const isOld = outdated || file.state === "outdated";
  const again = () => check(file.columns.map(({ field }) => field ?? ""));
  return (
    <>
      <div className={classes.actions}>
        {isOld ? (
          <Button loading={busy} onClick={again}>
            {t("imports.check_again")}
          </Button>
        ) : (
          <Button loading={busy} disabled={!file.can_apply} onClick={apply}>
            {t("imports.apply", { count: changes })}
          </Button>
        )}
        {counts.wrong > 0 && (
          <Anchor
            href={apiAddress("/imports/{id}/errors", {
              params: { id: file.api_id },
              query: { language: activeLocale() },
            })}
            download
          >
            {t("imports.download_errors")}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {t(hintFor(counts.wrong, changes))}
        </Text>
      </div>
      {(refusal ?? isOld) && (
        <Text role="alert" className={classes.wrong ?? ""}>
          {refusal ?? t("imports.outdated")}
        </Text>
      )}
    </>
  );
}

function hintFor(wrong: number, changes: number) {
  if (wrong > 0) return "imports.hint.wrong";
  return changes > 0 ? "imports.hint.ready" : "imports.hint.nothing";
}

function Applied({ file }: { file: Import }) {
  const t = useTranslate();
  return (
    <div className={classes.actions}>
      <Text role="status" fw={600}>
        {t("imports.applied", { count: (file.counts?.create ?? 0) + (file.counts?.update ?? 0) })}
      </Text>
      <ButtonLink to="." search={{} as never}>
        {t("imports.to_list")}
      </ButtonLink>
      <Text size="sm" c="dimmed" w="100%">
        {t("imports.undo")}
      </Text>
    </div>
  );
}
