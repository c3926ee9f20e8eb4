// The opening of the burn list: how the hours of the listed retainers stand.
import { useTranslate } from "../../../i18n/translate";
import { StateSentence } from "../../../ui/layout/StateSentence";
import { BurnState } from "./BurnState";
import { useBurnTotals } from "./burnTotals";
import classes from "./Retainers.module.css";

export function BurnSentence() {
  const t = useTranslate();
  const { data, isError, refetch } = useBurnTotals();
  const retry = (
    <button type="button" className={classes.retry} onClick={() => void refetch()}>
      {t("common.retry")}
    </button>
  );
  return (
    <div className={classes.opening}>
      <StateSentence hasAnswer>
        {isError ? (
          <>
            {t("retainers.state.failed")} {retry}
          </>
        ) : (
          data && <BurnState totals={data} />
        )}
      </StateSentence>
    </div>
  );
}
