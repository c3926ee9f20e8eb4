// Chooses or drops a file to import, and offers empty templates.
import { apiUrl } from "../../api/client";
import "@mantine/core/styles/Progress.css";
import { Anchor, Progress, Text } from "@mantine/core";
import { activeLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { FileDrop } from "../fields/FileDrop";
import classes from "./Imports.module.css";
import type { ImportKind } from "./importKinds";
import { useFileCheck } from "./useFileCheck";

const ACCEPTED_FILES = ".csv,.txt,.tsv,.xlsx";

type Props = { kind: ImportKind; isReplacing: boolean; onUploaded: (id: string) => void };

export function ChooseFile({ kind, isReplacing, onUploaded }: Props) {
  const t = useTranslate();
  const { state, send } = useFileCheck(kind, onUploaded);
  return (
    <FileDrop
      label={t("imports.choose_area")}
      accept={ACCEPTED_FILES}
      buttonLabel={t(isReplacing ? "imports.choose_other" : "imports.choose")}
      button={{
        variant: isReplacing ? "default" : "filled",
        loading: state.progress !== undefined,
      }}
      onFiles={([file]) => file && void send(file)}
    >
      <Text size="sm" c="dimmed" flex="1 1 240px">
        {t(`imports.hint_${kind}`)}
      </Text>
      <Templates kind={kind} />
      {state.progress !== undefined && (
        <Progress value={state.progress * 100} w="100%" aria-label={t("imports.sending")} />
      )}
      {state.failure !== undefined && (
        <Text role="alert" w="100%" className={classes.wrong ?? ""}>
          {state.failure}
        </Text>
      )}
    </FileDrop>
  );
}

function Templates({ kind }: { kind: ImportKind }) {
  const t = useTranslate();
  const templateUrl = (format: "csv" | "xlsx") =>
    apiUrl(`/imports/${kind}/template`, { query: { format, language: activeLocale() } });
  return (
    <Text size="sm">
      <Anchor href={templateUrl("xlsx")} download>
        {t("imports.template_xlsx")}
      </Anchor>
      {" · "}
      <Anchor href={templateUrl("csv")} download>
        {t("imports.template_csv")}
      </Anchor>
    </Text>
  );
}
