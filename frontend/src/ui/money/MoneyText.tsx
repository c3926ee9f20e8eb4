// An amount in the user's language; undefined when the user may not see it.
import type { Money } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { formatMoney } from "../../lib/money";
import { Absent } from "../display/Absent";
import classes from "../ui.module.css";

export function MoneyText({ money }: { money: Money | null | undefined }) {
  const locale = useLocale();
  if (money === undefined) return <Absent reason="not_shown" />;
  if (money === null) return <Absent />;
  return <span className={classes.figure}>{formatMoney(money, locale)}</span>;
}
