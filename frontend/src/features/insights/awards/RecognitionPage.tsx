// All recognition, with counts and the button to give some.
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { DetailColumns } from "../../../ui/details/DetailColumns";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ListFrame } from "../../../ui/table/ListFrame";
import { AwardCards } from "./AwardCards";
import { AwardCounts } from "./AwardCounts";
import { awardsList } from "./awardsList";
import { GiveRecognition } from "./GiveRecognition";

export function RecognitionPage() {
  const t = useTranslate();
  const { can } = usePermissions();
  const label = t("recognition.title");
  return (
    <>
      <PageTitle actions={<GiveRecognition />}>{label}</PageTitle>
      <DetailColumns aside={can("core_values.view") && <AwardCounts list={awardsList} />}>
        <ListFrame
          list={awardsList}
          label={label}
          empty={{ title: t("recognition.empty.title"), detail: t("recognition.empty.detail") }}
          renderRows={({ rows: awards, busy }) => (
            <AwardCards awards={awards} busy={busy} label={label} />
          )}
        />
      </DetailColumns>
    </>
  );
}
