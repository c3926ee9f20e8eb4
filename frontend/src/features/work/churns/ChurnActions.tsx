// The actions on a loss: correct, confirm, reject, void or win back.
import { Button, Group } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../api/client";
import type { ChurnEvent } from "../../../api/types";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";
import { lazyComponent } from "../../../ui/lazyComponent";

const ChurnEdit = lazyComponent(async () => {
  const [form] = await Promise.all([
    import("./ChurnEdit"),
    loadMessages("history"),
    loadMessages("terms"),
  ]);
  return form.ChurnEdit;
});
const ChurnReject = lazyComponent(async () => (await import("./ChurnReject")).ChurnReject);
const ChurnWinBack = lazyComponent(async () => (await import("./ChurnWinBack")).ChurnWinBack);

/** The open form. */
type OpenForm = "edit" | "correct_and_confirm" | "reject" | "win_back";

export function ChurnActions({ event }: { event: ChurnEvent }) {
  const t = useTranslate();
  const [form, setForm] = useState<OpenForm | null>(null);
  const actions = useActions(event, setForm);
  const closeForm = () => setForm(null);
  if (event.can.length === 0) return null;
  return (
    <Group gap="xs">
      {event.can.includes("edit") && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setForm("edit")}
        >
          {t("churns.edit")}
        </Button>
      )}
      <RecordActions path="/churn-events" record={toRecord(event)} actions={actions} />
      {(form === "edit" || form === "correct_and_confirm") && (
        <ChurnEdit event={event} confirms={form !== "edit"} onClose={closeForm} />
      )}
      {form === "reject" && <ChurnReject event={event} onClose={closeForm} />}
      {form === "win_back" && <ChurnWinBack event={event} onClose={closeForm} />}
    </Group>
  );
}

const toRecord = ({ api_id, project }: ChurnEvent) => ({ api_id, name: project.name });

function useActions(event: ChurnEvent, open: (form: OpenForm) => void): RecordAction[] {
  const t = useTranslate();
  const { name } = event.project;
  const params = { id: event.api_id };
  const actionsByName: Partial<Record<ChurnEvent["can"][number], RecordAction[]>> = {
    confirm: [
      {
        label: t("churns.confirm.action"),
        icon: <IconCheck size={16} />,
        irreversible: {
          run: () =>
            api.post("/churn-events/{id}/confirmations", { version: event.version }, { params }),
          done: t("churns.confirm.done", { name }),
          confirmation: {
            title: t("churns.confirm.title", { name }),
            detail: t("churns.confirm.detail"),
          },
        },
      },
      {
        label: t("churns.correct_and_confirm.open"),
        icon: <IconPencil size={16} />,
        open: () => open("correct_and_confirm"),
      },
    ],
    reject: [
      {
        label: t("churns.reject.open"),
        icon: <IconX size={16} />,
        danger: true,
        open: () => open("reject"),
      },
    ],
    void: [
      {
        label: t("churns.void.action"),
        icon: <IconArrowBackUp size={16} />,
        danger: true,
        irreversible: {
          run: () => api.delete("/churned-projects/{id}", { params: { id: event.project.api_id } }),
          done: t("churns.void.done", { name }),
          confirmation: {
            title: t("churns.void.title", { name }),
            detail: t("churns.void.detail"),
          },
        },
      },
    ],
    win_back: [
      {
        label: t("churns.win_back.open"),
        icon: <IconArrowBackUp size={16} />,
        open: () => open("win_back"),
      },
    ],
  };
  return event.can.flatMap((action) => actionsByName[action] ?? []);
}
