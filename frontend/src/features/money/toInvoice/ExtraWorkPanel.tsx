// Approved out-of-scope work that is to become scheduled payments, or is not billed.
import { Link } from "@tanstack/react-router";
import { lazy } from "react";
import type { ExtraWork } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { DateText } from "../../../ui/display/DateText";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { Bulk } from "../../../ui/selection/bulk";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import { extraWorkList } from "./extraWorkList";

const bulk: Bulk<ExtraWork> = {
  requires: ["payments.edit"],
  Actions: lazy(async () => ({
    default: (await import("./ExtraWorkBulkActions")).ExtraWorkBulkActions,
  })),
};

function Status({ status }: { status: string }) {
  const { label } = useEnumOptions();
  return label("project_status", status);
}

const cells: CellsOf<typeof extraWorkList> = {
  project: ({ project }) => (
    <Link
      to="/projects/$id/view"
      params={{ id: project.api_id }}
      search={{ tab: "payments" }}
      className={classes.link}
    >
      {project.name}
    </Link>
  ),
  approved_on: ({ approved_on }) => <DateText on={approved_on} />,
  amount: ({ amount }) => <MoneyText money={amount} />,
  scheduled_amount: ({ scheduled_amount }) => <MoneyText money={scheduled_amount} />,
  invoiced_amount: ({ invoiced_amount }) => <MoneyText money={invoiced_amount} />,
  open_amount: ({ open_amount }) => <MoneyText money={open_amount} />,
  status: ({ status }) => <Status status={status} />,
};

export function ExtraWorkPanel() {
  const t = useTranslate();
  return (
    <ResourceTable
      list={extraWorkList}
      cells={cells}
      label={t("billing.extra_work")}
      bulk={bulk}
      empty={{ title: t("billing.work.none"), detail: t("billing.work.none_detail") }}
    />
  );
}
