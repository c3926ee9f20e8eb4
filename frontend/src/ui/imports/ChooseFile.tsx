// Where a file of rows is dropped or chosen, and where an empty one comes from.
import { apiAddress } from "../../api/client";
import "@mantine/core/styles/Progress.css";
import { Anchor, Progress, Text } from "@mantine/core";
import { activeLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { FileDrop } from "../fields/FileDrop";
import classes from "./Imports.module.css";
import type { ImportKind } from "./importsList";
import { useFileCheck } from "./useFileCheck";

const ACCEPTED_FILES = ".csv,.txt,.tsv,.xlsx";

type Props = { kind: ImportKind; again: boolean; onTried: (id: string) => void };

export function ChooseFile({ kind, again, onTried }: Props) {
  const t = useTranslate();
  const { state, send } = useFileCheck(kind, onTried);
  return (
    <FileDrop
      label={t("imports.choose_area")}
      accept={ACCEPTED_FILES}
      choose={t(again ? "imports.choose_other" : "imports.choose")}
      button={{ variant: again ? "default" : "filled", loading: state.progress !== undefined }}
      onFiles={([file]) => file && void send(file)}
    >
      <Text size="sm" c="dimmed" flex="1 1 240px">
        {t(`imports.hint_${kind}`)}
      </Text>
      <Templates kind={kind} />
      {state.progress !== undefined && (
        <Progress value={state.progress * 100} w="100%" aria-label={t("imports.sending")} />
      )}
      {state.refusal !== undefined && (
        <Text role="alert" w="100%" className={classes.wrong ?? ""}>
          {state.refusal}
        </Text>
      )}
    </FileDrop>
  );
}

function Templates({ kind }: { kind: ImportKind }) {
  const t = useTranslate();
  const address = (format: "csv" | "xlsx") =>
    apiAddress(`/imports/${kind}/template`, { query: { format, language: activeLocale() } });
  return (
    <Text size="sm">
      <Anchor href={address("xlsx")} download>
        {t("imports.template_xlsx")}
      </Anchor>
      {" · "}
      <Anchor href={address("csv")} download>
        {t("imports.template_csv")}
      </Anchor>
    </Text>
  );
}
