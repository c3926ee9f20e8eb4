// Out-of-scope work awaiting approval, oldest first, with a button to record the decision.
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import type { UnapprovedWork } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { DecisionDialog } from "./decisionDialog";
import { pendingApprovalsList } from "./oosSalesList";
import { pendingApprovalCells } from "./pendingApprovalCells";

export function PendingApprovalsPanel() {
  const t = useTranslate();
  const [openWork, setOpenWork] = useState<UnapprovedWork | null>(null);
  const renderDecideButton = (work: UnapprovedWork) =>
    work.may_decide && (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t("oos_sales.record_of", { name: work.name })}
        onClick={() => setOpenWork(work)}
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
        list={pendingApprovalsList}
        cells={pendingApprovalCells}
        label={t("oos_sales.tab.waiting")}
        empty={{
          title: t("oos_sales.none_waiting.title"),
          detail: t("oos_sales.none_waiting.detail"),
        }}
        actions={renderDecideButton}
      />
      {openWork && (
        <DecisionDialog
          id={openWork.project.api_id}
          amendment={openWork.part === "amendment" ? openWork.api_id : null}
          onClose={() => setOpenWork(null)}
        />
      )}
    </>
  );
}
