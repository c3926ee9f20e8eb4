// Deals that were won long ago and have no project: one action dismisses all of them.
import { Button } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { useOfflineReason } from "../../../ui/feedback/useOfflineReason";
import classes from "./Triage.module.css";
import { useMatterChange } from "./useMatterChange";

export function OldDeals({ deals }: { deals: readonly string[] }) {
  const t = useTranslate();
  const offline = useOfflineReason();
  const { dismiss } = useMatterChange();
  return (
    <div className={classes.notice}>
      <span>{t("home.triage.old_deals_help", { count: deals.length })}</span>
      <Button size="compact-md" variant="default" {...offline} onClick={() => dismiss(deals)}>
        {t("home.triage.dismiss_all", { count: deals.length })}
      </Button>
    </div>
  );
}
