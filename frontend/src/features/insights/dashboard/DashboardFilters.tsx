// What the figures are told for: the days, whose, and in which currency; all of it in the address.
import { Group } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { findPeriod, periodRange } from "../../../lib/periods";
import { useCurrentUser } from "../../../session/currentUser";
import { useEnumOptions } from "../../../session/enumOptions";
import { useToday } from "../../../session/today";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { lazyComponent } from "../../../ui/lazyComponent";
import { PERIODS, SCOPES, type Scope } from "./dashboardSearch";
import { useBoard, useWidestScope } from "./useBoard";

/** The calendar weighs more than all figures: it comes for those who want days of their own. */
const DayFields = lazyComponent(
  async () => (await import("../../../ui/fields/DateRangeFields")).DateRangeFields,
);

const CUSTOM = "custom" as const;

export function DashboardFilters({ scope }: { scope: Scope | undefined }) {
  return (
    <Group align="end" gap="sm">
      <PeriodFields />
      {scope === undefined && <ScopeField />}
      <CurrencyField />
    </Group>
  );
}

function PeriodFields() {
  const t = useTranslate();
  const today = useToday();
  const { organization } = useCurrentUser();
  const { search, days, change } = useBoard();
  const named = findPeriod(days, PERIODS, today, organization.fiscal_year_start);
  const choose = (value: string) => {
    const period = PERIODS.find((one) => one === value);
    if (period)
      change({ days: undefined, ...periodRange(period, today, organization.fiscal_year_start) });
    else change({ days: "own" });
  };
  const isCustom = search.days === "own" || named === undefined;
  return (
    <>
      <NativeSelectField
        label={t("dashboard.period")}
        value={isCustom ? CUSTOM : named}
        choices={[...PERIODS, CUSTOM].map((name) => ({
          value: name,
          label: t(`dashboard.periods.${name}`),
        }))}
        onChange={choose}
      />
      {isCustom && (
        <DayFields
          labels={[t("dashboard.from"), t("dashboard.to")]}
          {...days}
          onChoose={(from, to) => change({ from, to })}
        />
      )}
    </>
  );
}

/** Only where there is a choice. */
function ScopeField() {
  const t = useTranslate();
  const { search, change } = useBoard();
  const widest = useWidestScope();
  const offered = SCOPES.slice(0, SCOPES.indexOf(widest) + 1);
  if (offered.length < 2) return null;
  return (
    <NativeSelectField
      label={t("dashboard.whose")}
      value={search.scope ?? widest}
      choices={offered.map((name) => ({ value: name, label: t(`dashboard.scope.${name}`) }))}
      onChange={(value) =>
        change({ scope: offered.find((one) => one === value && one !== widest) })
      }
    />
  );
}

function CurrencyField() {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const own = useCurrentUser().currency;
  const { search, change } = useBoard();
  return (
    <NativeSelectField
      label={t("dashboard.currency")}
      value={search.currency ?? own}
      choices={items("currency")}
      onChange={(value) => change({ currency: value === own ? undefined : value })}
    />
  );
}
