// What is not applied to invoices, linked to its payments and credit memos.
import { Link } from "@tanstack/react-router";
import type { Money } from "../../../api/types";
import { isZeroMoney } from "../../../lib/money";
import { Absent } from "../../../ui/display/Absent";
import { changedSearch, type ListFilters, listFilters } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import classes from "../../../ui/ui.module.css";
import invoiceClasses from "./Invoices.module.css";
import { UNAPPLIED_VIEW } from "./invoiceViews";
import { receivablesSearch } from "./receivablesFilter";

type Props = {
  money: Money;
  name: string;
  filter: Pick<ListFilters<"/unapplied-credits">, "client" | "matched" | "currency">;
};

export function UnappliedAmount({ money, name, filter }: Props) {
  if (isZeroMoney(money)) return <Absent />;
  const search = changedSearch({
    ...receivablesSearch({}),
    view: UNAPPLIED_VIEW,
    ...listFilters("/unapplied-credits", filter),
  });
  return (
    <Link
      to="."
      search={search}
      className={`${classes.link} ${invoiceClasses.figure}`}
      title={name}
    >
      <MoneyText money={money} />
    </Link>
  );
}
