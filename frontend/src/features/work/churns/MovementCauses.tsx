// What caused a movement: the changes of the client's retainers on its day, one per line.
import { Stack } from "@mantine/core";
import type { MrrMovement } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate } from "../../../lib/dates";
import { useEnumOptions } from "../../../session/enumOptions";
import { Absent } from "../../../ui/display/Absent";
import { ProjectLink } from "../../../ui/links/RecordLinks";
import classes from "./MovementCauses.module.css";

type Cause = MrrMovement["causes"][number];

export function MovementCauses({ movement: { causes, client } }: { movement: MrrMovement }) {
  if (causes.length === 0) return <Absent />;
  return (
    <Stack gap={0}>
      {causes.map((cause) => (
        <div key={`${cause.project.api_id}.${cause.kind}`} className={classes.cause}>
          <CauseText cause={cause} /> <ProjectLink project={cause.project} client={client} />
        </div>
      ))}
    </Stack>
  );
}

/** The cause in words, with the reasons that were recorded with it. */
function CauseText({ cause }: { cause: Cause }) {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  const { kind, on, churn_reason: churn, from_currency: former, reason } = cause;
  const text = t(`churn_lists.cause.${kind}`, {
    day: formatDate(on, locale),
    former: former ?? "",
  });
  const reasons = [churn && label("churn_reason", churn), reason].filter(Boolean).join(", ");
  return reasons ? t("churn_lists.cause.why", { cause: text, reason: reasons }) : text;
}
