// The dashboard's filters: period, comparison, scope and currency, all in the address.
import { useTranslate } from "../../../i18n/translate";
import { findPeriod, periodRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { useEnumOptions } from "../../../session/enumOptions";
import { useToday } from "../../../session/today";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Dashboard.module.css";
import { COMPARISONS, PERIODS, SCOPES } from "./dashboardSearch";
import { useBoard, useWidestScope } from "./useBoard";

/** Loaded for custom periods only: the calendar is large. */
const DayFields = lazyComponent(
  async () => (await import("../../../ui/fields/DateRangeFields")).DateRangeFields,
);

const CUSTOM = "custom" as const;

export function DashboardFilters() {
  return (
    <div className={classes.filters}>
      <PeriodFields />
      <CompareField />
      <ScopeField />
      <CurrencyField />
    </div>
  );
}

function PeriodFields() {
  const t = useTranslate();
  const today = useToday();
  const { organization } = useCurrentUser();
  const { search, days, change } = useBoard();
  const currentPeriod = findPeriod(days, PERIODS, today, organization.fiscal_year_start);
  const choose = (value: string) => {
    const period = PERIODS.find((name) => name === value);
    if (period)
      change({ days: undefined, ...periodRange(period, today, organization.fiscal_year_start) });
    else change({ days: "own" });
  };
  const isCustom = search.days === "own" || currentPeriod === undefined;
  return (
    <>
      <NativeSelectField
        label={t("analysis.period")}
        value={isCustom ? CUSTOM : currentPeriod}
        choices={[...PERIODS, CUSTOM].map((name) => ({
          value: name,
          label: t(`analysis.periods.${name}`),
        }))}
        onChange={choose}
      />
      {isCustom && (
        <div className={classes.ownDays}>
          <DayFields
            labels={[t("analysis.from"), t("analysis.to")]}
            {...days}
            onChoose={(from, to) => change({ from, to })}
          />
        </div>
      )}
    </>
  );
}

function CompareField() {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const { search, change } = useBoard();
  const choose = (value: string) =>
    change({ compare: COMPARISONS.find((name) => name === value && name !== "previous") });
  return (
    <NativeSelectField
      label={t("analysis.compare")}
      value={search.compare ?? "previous"}
      choices={items("comparison")}
      onChange={choose}
    />
  );
}

/** Shown when there is more than one scope. */
function ScopeField() {
  const t = useTranslate();
  const { search, change } = useBoard();
  const widestScope = useWidestScope();
  const scopes = SCOPES.slice(0, SCOPES.indexOf(widestScope) + 1);
  if (scopes.length < 2) return null;
  return (
    <NativeSelectField
      label={t("dashboard.whose")}
      value={search.scope ?? widestScope}
      choices={scopes.map((name) => ({ value: name, label: t(`dashboard.scope.${name}`) }))}
      onChange={(value) =>
        change({ scope: scopes.find((name) => name === value && name !== widestScope) })
      }
    />
  );
}

function CurrencyField() {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const ownCurrency = useCurrentUser().currency;
  const { search, change } = useBoard();
  return (
    <NativeSelectField
      label={t("dashboard.currency")}
      value={search.currency ?? ownCurrency}
      choices={items("currency")}
      onChange={(value) => change({ currency: value === ownCurrency ? undefined : value })}
    />
  );
}
