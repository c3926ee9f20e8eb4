// The list of MRR movements, with the exchange rates of their days.
import { Stack } from "@mantine/core";
import type { MrrMovement } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { DateText } from "../../../ui/display/DateText";
import { ClientLink } from "../../../ui/links/RecordLinks";
import { ConvertedText, RateText } from "../../../ui/money/Converted";
import { MoneyText } from "../../../ui/money/MoneyText";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import type { CellsOf } from "../../../ui/table/tableModel";
import { withSign } from "./bridgeLines";
import { ChangesTotals } from "./ChangesTotals";
import { MovementCauses } from "./MovementCauses";
import { movementsList } from "./movementsList";

const cells: CellsOf<typeof movementsList> = {
  client: ({ client }) => <ClientLink client={client} />,
  on: ({ on }) => <DateText on={on} />,
  kind: (movement) => <KindText movement={movement} />,
  causes: (movement) => <MovementCauses movement={movement} />,
  // A contract that continues in another currency changes two amounts.
  amount: ({ changes }) => (
    <Stack gap={0}>
      {changes.map((change) => (
        <MoneyText key={change.currency} money={change} />
      ))}
    </Stack>
  ),
  converted: ({ kind, converted }) => (
    <ConvertedText money={signedMoney(kind, converted)} missingText="churns.converted.no_rate" />
  ),
  rate: ({ rate, rate_on }) => <RateText rate={rate} on={rate_on} />,
};

function KindText({ movement: { kind } }: { movement: MrrMovement }) {
  return useTranslate()(`churns.movements.${kind}`);
}

/** Losses are negative. */
function signedMoney(kind: string, money: MrrMovement["converted"]) {
  return money && { ...money, amount: withSign(kind, money.amount) };
}

export function ChangesPanel() {
  const t = useTranslate();
  return (
    <Stack gap="md">
      <ChangesTotals />
      <ResourceTable
        list={movementsList}
        cells={cells}
        label={t("churns.tab.changes")}
        empty={{
          title: t("churns.movements.none.title"),
          detail: t("churns.movements.none.detail"),
        }}
      />
    </Stack>
  );
}
