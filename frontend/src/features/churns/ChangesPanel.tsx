// The changes of MRR one by one, each with the rate of its day.
import type { MrrMovement } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDecimal } from "../../lib/numbers";
import { Absent } from "../../ui/Absent";
import { DateText } from "../../ui/DateText";
import { MoneyText } from "../../ui/MoneyText";
import { ClientLink } from "../../ui/RecordLinks";
import { ResourceTable } from "../../ui/table/ResourceTable";
import type { Cells } from "../../ui/table/tableModel";
import { signed } from "./bridgeLines";
import { movementsList } from "./movementsList";

const cells: Cells<MrrMovement> = {
  client: ({ client }) => <ClientLink client={client} />,
  on: ({ on }) => <DateText on={on} />,
  kind: (movement) => <Kind movement={movement} />,
  amount: ({ kind, amount }) => <Signed kind={kind} money={amount} />,
  converted: ({ kind, converted }) => <Signed kind={kind} money={converted} />,
  rate: (movement) => <Rate movement={movement} />,
};

function Kind({ movement: { kind } }: { movement: MrrMovement }) {
  return useTranslate()(`churns.movements.${kind}`);
}

function Signed({ kind, money }: { kind: string; money: MrrMovement["converted"] }) {
  const taken = money && { ...money, amount: signed(kind, money.amount) };
  return <MoneyText money={taken} />;
}

function Rate({ movement: { rate } }: { movement: MrrMovement }) {
  const locale = useLocale();
  return rate === null ? <Absent /> : formatDecimal(rate, locale, 0, 6);
}

export function ChangesPanel() {
  const t = useTranslate();
  return (
    <ResourceTable<MrrMovement>
      list={movementsList}
      cells={cells}
      label={t("churns.tab.changes")}
      empty={{ title: t("churns.movements.none.title"), detail: t("churns.movements.none.detail") }}
    />
  );
}
