// The recognition for one core value.
import { useTranslate } from "../../../i18n/translate";
import { ListFrame } from "../../../ui/table/ListFrame";
import { AwardCards } from "./AwardCards";
import { awardsOfValue } from "./awardsList";

export function ValueAwards({ id }: { id: string }) {
  const t = useTranslate();
  const label = t("recognition.of_value");
  return (
    <ListFrame
      list={awardsOfValue}
      label={label}
      fixed={{ core_value: id }}
      empty={{ title: t("recognition.never.title"), detail: t("recognition.never.detail") }}
      renderRows={({ rows: awards, busy }) => (
        <AwardCards awards={awards} busy={busy} label={label} />
      )}
    />
  );
}
