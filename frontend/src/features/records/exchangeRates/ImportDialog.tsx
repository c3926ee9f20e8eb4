// Imports rates from a file: a dry run first, then the import after a confirmation.
import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { FileDrop } from "../../../ui/fields/FileDrop";
import { FormModal } from "../../../ui/form/FormModal";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./ExchangeRates.module.css";
import { useImport } from "./useImport";

const ImportReport = lazyComponent(async () => (await import("./ImportReport")).ImportReport);

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const importing = useImport(onClose);
  return (
    <FormModal opened title={t("exchange_rates.import.title")} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t("exchange_rates.import.lead")}</Text>
        <FileDrop
          label={t("exchange_rates.import.file")}
          accept=".csv,.txt,.tsv,.xlsx"
          buttonLabel={t("exchange_rates.import.choose")}
          button={{ variant: "default", disabled: importing.busy }}
          onFiles={([file]) => file && importing.check(file)}
        >
          <Text size="sm" c="dimmed">
            {t("exchange_rates.import.hint")}
          </Text>
        </FileDrop>
        {importing.file && (
          <Text size="sm" fw={600} className={classes.name ?? ""}>
            {importing.file.name}
          </Text>
        )}
        <div aria-live="polite">
          {importing.refusal && (
            <Text size="sm" c="red" role="alert">
              {importing.refusal}
            </Text>
          )}
          {importing.report && <ImportReport report={importing.report} />}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            disabled={!importing.isReady}
            loading={importing.busy}
            onClick={() => void importing.store()}
          >
            {t("exchange_rates.import.store")}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
