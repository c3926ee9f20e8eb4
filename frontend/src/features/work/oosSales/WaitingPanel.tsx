// Extra work without the client's yes, the oldest first; who looks after it records what the client said.
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import type { UnapprovedWork } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { DecisionDialog } from "./decisions";
import { waitingList } from "./oosSalesList";
import { waitingCells } from "./waitingCells";

export function WaitingPanel() {
  const t = useTranslate();
  const [decided, setDecided] = useState<UnapprovedWork | null>(null);
  const decide = (work: UnapprovedWork) =>
    work.may_decide && (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t("oos_sales.record_of", { name: work.name })}
        onClick={() => setDecided(work)}
      >
        {t("oos_sales.record_short")}
      </Button>
    );
  return (
    <>
      <Text size="sm" c="dimmed" maw="70ch" mb="sm">
        {t("oos_sales.waiting_explained")}
      </Text>
      <ResourceTable
        list={waitingList}
        cells={waitingCells}
        label={t("oos_sales.tab.waiting")}
        empty={{
          title: t("oos_sales.none_waiting.title"),
          detail: t("oos_sales.none_waiting.detail"),
        }}
        actions={decide}
      />
      {decided && <DecisionDialog id={decided.api_id} onClose={() => setDecided(null)} />}
    </>
  );
}
