// What the proposals would reconcile, and what has no counterpart; each amount opens its list.
import { Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Schemas } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { isZeroMoney } from "../../../lib/money";
import { useToday } from "../../../session/today";
import { HelpIcon } from "../../../ui/display/HelpIcon";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import { listFilters, type ScreenLink } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import classes from "../../../ui/ui.module.css";
import { RECONCILIATION_PATH } from "./reconciliationList";

type Totals = Schemas["ProposalTotals"];
type Name = Exclude<keyof Totals, "currency">;
/** `totals` has an element per currency: two currencies are never added. */
type Props = { totals: readonly Totals[]; proposals: number };

export function ReconciliationState({ totals, proposals }: Props) {
  const t = useTranslate();
  return (
    <Stack gap={4}>
      <StateSentence hasAnswer>
        {proposals === 0 ? (
          <strong>{t("reconciliation.state.nothing")}</strong>
        ) : (
          <LinkedText
            text={t("reconciliation.state.proposed", { count: proposals })}
            parts={{
              a: () => (
                <Answer>
                  <Amounts totals={totals} name="proposed" />
                </Answer>
              ),
            }}
          />
        )}
      </StateSentence>
      <Unmatched totals={totals} name="payments" />
      <Unmatched totals={totals} name="invoices" />
    </Stack>
  );
}

/** The amounts of one side without the other. */
function Unmatched({ totals, name }: { totals: readonly Totals[]; name: "payments" | "invoices" }) {
  const t = useTranslate();
  if (totals.every((total) => isZeroMoney(total[name]))) return null;
  return (
    <Text component="div" size="sm">
      <LinkedText
        text={t(`reconciliation.state.${name}`)}
        parts={{ a: () => <Amounts totals={totals} name={name} /> }}
      />
      <HelpIcon
        label={t(`reconciliation.total.${name}`)}
        text={t(`reconciliation.explained.${name}`)}
      />
    </Text>
  );
}

function Amounts({ totals, name }: { totals: readonly Totals[]; name: Name }) {
  const today = useToday();
  const shown = totals.filter((total) => !isZeroMoney(total[name]));
  return shown.map((total, index) => (
    <Fragment key={total.currency}>
      {index > 0 && " · "}
      <Link {...listOf(name, total.currency, today)} className={classes.link}>
        <MoneyText money={total[name]} />
      </Link>
    </Fragment>
  ));
}

/** The list whose rows add up to the amount. */
function listOf(name: Name, currency: Totals["currency"], today: string): ScreenLink {
  switch (name) {
    case "proposed":
      return { to: "/reconciliation", search: listFilters(RECONCILIATION_PATH, { currency }) };
    case "payments":
      return {
        to: "/billing",
        search: listFilters("/projects-payments", { currency, due_to: today }),
      };
    case "invoices":
      return {
        to: "/invoices",
        search: listFilters("/invoices", { currency, reconciliation: ["none", "part"] }),
      };
  }
}
