// Who received one value, on that value's page.
import type { Award } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { ResourceTable } from "../../ui/table/ResourceTable";
import { AwardCards } from "./AwardCards";
import { awardsOfValue } from "./awardsList";

export function ValueAwards({ id }: { id: string }) {
  const t = useTranslate();
  const label = t("recognition.of_value");
  return (
    <ResourceTable<Award>
      list={awardsOfValue}
      cells={{}}
      label={label}
      fixed={{ core_value: id }}
      empty={{ title: t("recognition.never.title"), detail: t("recognition.never.detail") }}
      drawn={(awards, busy) => <AwardCards awards={awards} busy={busy} label={label} />}
    />
  );
}
