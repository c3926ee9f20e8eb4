// Formats a field's value as text, to compare two values.
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { formatMoney } from "../../lib/money";
import { formatDecimal, formatHours, formatPercent } from "../../lib/numbers";
import { useEnumOptions } from "../../session/enumOptions";
import { type FieldDescription, type FieldValue, type Ref, textOf, type Weight } from "./fields";

export function useFieldText() {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const fieldText = (field: FieldDescription, value: FieldValue, currency: string): string => {
    if (typeof value === "boolean") return t(value ? "common.yes" : "common.no");
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) {
      return t("form.conflict.empty");
    }
    switch (field.kind) {
      case "choice":
      case "drawn":
        return label(field.enumName, textOf(value));
      case "choices":
        return (value as string[]).map((item) => label(field.enumName, item)).join(", ");
      case "date":
        return formatDate(textOf(value), locale);
      case "hours":
        return formatHours(textOf(value), locale);
      case "money":
        return formatMoney({ amount: textOf(value), currency }, locale);
      case "reference":
      case "file":
        return (value as Ref).name;
      case "references":
        return (value as Ref[]).map((ref) => ref.name).join(", ");
      case "decimal":
        return formatDecimal(textOf(value), locale, 0, field.decimals);
      case "numbers":
      case "tags":
        return (value as string[]).join(", ");
      case "weights":
        return (value as Weight[])
          .map(
            ({ employee, weight }) => `${employee.name} ${formatPercent(String(weight), locale)}`,
          )
          .join(", ");
      default:
        return textOf(value);
    }
  };
  return fieldText;
}
