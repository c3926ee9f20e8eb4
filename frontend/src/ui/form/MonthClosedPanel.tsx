// A change that would alter a closed month was refused: date it in the first open month, or open the closed one.
import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ApiError } from "../../api/errors";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate, monthOfYear } from "../../lib/dates";
import { usePermissions } from "../../session/permissions";
import { ButtonLink } from "../links/ButtonLink";
import { type FieldDescription, type FormValues, type NoteFormState, textOf } from "./fields";

type Props = {
  error: ApiError;
  fields: readonly FieldDescription[];
  /** Without a form, only the month can be opened. */
  form: NoteFormState["form"] | undefined;
  onDated?: () => void;
};

const MONTH_LENGTH = "2026-10".length;

/** The dates in the closed month, or else all dates before the first open day. */
function closedDates(
  { closedMonth }: ApiError,
  fields: readonly FieldDescription[],
  values: FormValues,
) {
  const { month, firstOpenDay } = closedMonth ?? { month: "", firstOpenDay: "" };
  const dayOf = ({ name }: FieldDescription) => textOf(values[name]);
  const dates = fields.filter((field) => {
    const day = dayOf(field);
    return field.kind === "date" && day !== "" && day < firstOpenDay;
  });
  const inMonth = dates.filter((field) => dayOf(field).startsWith(month.slice(0, MONTH_LENGTH)));
  return inMonth.length > 0 ? inMonth : dates;
}

export function MonthClosedPanel({ error, fields, form, onDated }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { can, isAdmin } = usePermissions();
  const { closedMonth } = error;
  if (closedMonth === null) return null;
  const { month, firstOpenDay } = closedMonth;
  const dates = form ? closedDates(error, fields, form.values) : [];
  const day = formatDate(firstOpenDay, locale);
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconLock aria-hidden />}
      title={t("common.month_closed.title")}
    >
      <Text size="sm">{error.message}</Text>
      <Group gap="xs" mt="sm">
        {dates.map((field) => (
          <Button
            key={field.name}
            size="compact-md"
            variant="default"
            onClick={() => {
              form?.setValue(field.name, firstOpenDay);
              onDated?.();
            }}
          >
            {dates.length === 1
              ? t("common.month_closed.date", { day })
              : t("common.month_closed.date_field", { day, field: t(field.label) })}
          </Button>
        ))}
        {can("months.close") && (
          <ButtonLink
            size="compact-md"
            variant="default"
            to={isAdmin ? "/admin/months/$month" : "/months/$month"}
            params={{ month: month.slice(0, MONTH_LENGTH) }}
            target="_blank"
          >
            {t("common.month_closed.open", { month: monthOfYear(month, locale) })}
          </ButtonLink>
        )}
      </Group>
    </Alert>
  );
}
