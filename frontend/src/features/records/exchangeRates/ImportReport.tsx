// The report of a dry run: the rates to add, or the invalid lines.
import { Stack, Text } from "@mantine/core";
import type { RateImportReport } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { SmallTable } from "../../../ui/details/SmallTable";
import uiClasses from "../../../ui/ui.module.css";

export function ImportReport({ report }: { report: RateImportReport }) {
  const t = useTranslate();
  const { added, existing, lines, invalid, problems } = report;
  if (invalid === 0)
    return (
      <Stack gap={4}>
        <Text size="sm">{t("exchange_rates.import.would_add", { count: added })}</Text>
        {existing > 0 && (
          <Text size="sm">{t("exchange_rates.import.existing", { count: existing })}</Text>
        )}
      </Stack>
    );
  return (
    <Stack gap="xs">
      <Text size="sm" role="alert">
        {t("exchange_rates.import.invalid", { invalid, lines })}
      </Text>
      <SmallTable
        label={t("exchange_rates.import.problems")}
        heads={[
          { label: t("exchange_rates.import.line"), align: "end" },
          { label: t("exchange_rates.import.problem") },
        ]}
        rows={problems.map(({ line, message }) => ({
          key: String(line),
          cells: [
            <span key="line" className={uiClasses.figure}>
              {line}
            </span>,
            message,
          ],
        }))}
      />
      {invalid > problems.length && (
        <Text size="sm" c="dimmed">
          {t("exchange_rates.import.more", { count: invalid - problems.length })}
        </Text>
      )}
    </Stack>
  );
}
