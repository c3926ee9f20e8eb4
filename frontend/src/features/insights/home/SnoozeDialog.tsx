// Chooses the day until which a matter is hidden.
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDays, formatDate, readDay } from "../../../lib/dates";
import { useToday } from "../../../session/today";
import { DateField } from "../../../ui/fields/DateField";
import { FormModal } from "../../../ui/form/FormModal";

type Props = { name: string; onChoose: (day: string) => void; onClose: () => void };

export function SnoozeDialog({ name, onChoose, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const first = addDays(useToday(), 1);
  const [value, setValue] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const day = readDay(value);
  const isLate = day === undefined || day < first;
  const error = t("home.triage.snooze.too_early", { date: formatDate(first, locale) });
  const label = t("home.triage.snooze.day");
  return (
    <FormModal opened title={t("home.triage.snooze.title", { name })} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isLate) setIsChecked(true);
          else onChoose(day);
        }}
      >
        <DateField
          label={label}
          name={label}
          value={value}
          onChange={setValue}
          error={isChecked && isLate ? error : undefined}
          required
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit">{t("home.triage.snooze.label")}</Button>
        </Group>
      </form>
    </FormModal>
  );
}
