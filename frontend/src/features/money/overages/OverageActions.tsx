// The decisions about a month's hours over that the server allows, and the undoing of those that were made.
import { IconArrowBackUp, IconPackage, IconScale } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api/client";
import type { Overage } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { usePermissions } from "../../../session/permissions";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";
import { lazyComponent } from "../../../ui/lazyComponent";
import { useDecisionText } from "./decisionText";

const DecideDialog = lazyComponent(async () => (await import("./DecideDialog")).DecideDialog);

export function OverageActions({ month }: { month: Overage }) {
  const locale = useLocale();
  const [opened, setOpened] = useState(false);
  const actions = useActions(month, () => setOpened(true));
  const name = `${month.project.name} (${monthOfYear(month.starts_on, locale)})`;
  if (actions.length === 0) return null;
  return (
    <>
      <RecordActions
        path="/retainer-overages"
        record={{ api_id: month.api_id, name }}
        actions={actions}
      />
      {opened && <DecideDialog month={month} onClose={() => setOpened(false)} />}
    </>
  );
}

function useActions(month: Overage, decide: () => void): RecordAction[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const { can } = usePermissions();
  const textOf = useDecisionText();
  const search = { kind: "oos", parent: month.project.api_id, overage: month.api_id } as const;
  const sell: RecordAction = {
    label: t("overages.sell"),
    icon: <IconPackage size={16} />,
    open: () => void navigate({ to: "/projects/create", search }),
  };
  return [
    ...(month.can.length > 0
      ? [{ label: t("overages.decide.action"), icon: <IconScale size={16} />, open: decide }]
      : []),
    ...(month.can.includes("sold") && can("projects.create") ? [sell] : []),
    ...month.decisions
      .filter(({ can_undo }) => can_undo)
      .map((decision) => ({
        label: t("overages.undo.action", { decision: textOf(decision) }),
        icon: <IconArrowBackUp size={16} />,
        irreversible: {
          run: () =>
            api.delete("/retainer-overage-decisions/{id}", { params: { id: decision.api_id } }),
          done: t("overages.undo.done", { decision: textOf(decision) }),
          confirmation: {
            title: t("overages.undo.title", { decision: textOf(decision) }),
            detail: t(`overages.undo.detail.${decision.kind}`),
          },
        },
      })),
  ];
}
