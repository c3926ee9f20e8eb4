// The hours that were given away to a client and what they are worth, for users who see the client's money.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { Money, OverageTotals, Ref } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { Section } from "../../../ui/layout/Section";
import { listFilters } from "../../../ui/links/screenSearch";
import classes from "../../../ui/ui.module.css";

const isZero = (hours: string | undefined) => Number(hours ?? 0) === 0;
type Given = OverageTotals & { given_amount: Money };

export function ClientGivenHours({ client }: { client: Ref }) {
  const t = useTranslate();
  const { data } = useQuery(
    dataQuery("/retainer-overages/totals", {
      query: { client: [client.api_id], decision: ["given"] },
    }),
  );
  const given = (data?.totals ?? []).filter(
    (total): total is Given => total.given_amount !== undefined && !isZero(total.given_hours),
  );
  if (given.length === 0) return null;
  const filters = listFilters("/retainer-overages", {
    client: [client.api_id],
    decision: ["given"],
  });
  return (
    <Section title={t("overages.given.title")}>
      {given.map((total) => (
        <GivenTotal key={total.currency} total={total} />
      ))}
      <Link to="/billing" search={{ ...filters, tab: "hours_over" }} className={classes.link}>
        {t("overages.given.months")}
      </Link>
    </Section>
  );
}

/** The hours and their value, and which of them have another rate than the agreed one. */
function GivenTotal({ total }: { total: Given }) {
  const t = useTranslate();
  const locale = useLocale();
  const hours = (text: string | undefined) => formatHours(text ?? "0", locale);
  return (
    <Text size="sm">
      {t("overages.given.total", {
        hours: hours(total.given_hours),
        amount: formatMoney(total.given_amount, locale),
      })}
      {!isZero(total.given_effective_hours) &&
        ` ${t("overages.given.effective", { hours: hours(total.given_effective_hours) })}`}
      {!isZero(total.given_unvalued_hours) &&
        ` ${t("overages.given.unvalued", { hours: hours(total.given_unvalued_hours) })}`}
    </Text>
  );
}
