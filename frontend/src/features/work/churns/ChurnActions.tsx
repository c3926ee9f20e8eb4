// The actions on a loss: edit, confirm, void or win back.
import { Button, Group } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../api/client";
import type { ChurnEvent } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";
import { lazyComponent } from "../../../ui/lazyComponent";

const ChurnEdit = lazyComponent(async () => (await import("./ChurnEdit")).ChurnEdit);

export function ChurnActions({ event }: { event: ChurnEvent }) {
  const t = useTranslate();
  const [isEditing, setEditing] = useState(false);
  const actions = useActions(event);
  if (event.can.length === 0) return null;
  return (
    <Group gap="xs">
      {event.can.includes("edit") && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {t("churns.edit")}
        </Button>
      )}
      <RecordActions path="/churn-events" record={toRecord(event)} actions={actions} />
      {isEditing && <ChurnEdit event={event} onClose={() => setEditing(false)} />}
    </Group>
  );
}

const toRecord = ({ api_id, project }: ChurnEvent) => ({ api_id, name: project.name });

function useActions(event: ChurnEvent): RecordAction[] {
  const t = useTranslate();
  const { name } = event.project;
  const params = { id: event.api_id };
  const undo = () => api.delete("/churned-projects/{id}", { params: { id: event.project.api_id } });
  const actionsByName: Partial<Record<ChurnEvent["can"][number], RecordAction>> = {
    confirm: {
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
    void: {
      label: t("churns.void.action"),
      icon: <IconArrowBackUp size={16} />,
      danger: true,
      irreversible: {
        run: undo,
        done: t("churns.void.done", { name }),
        confirmation: { title: t("churns.void.title", { name }), detail: t("churns.void.detail") },
      },
    },
    win_back: {
      label: t("churns.win_back.action"),
      icon: <IconArrowBackUp size={16} />,
      irreversible: {
        run: undo,
        done: t("churns.win_back.done", { name }),
        confirmation: {
          title: t("churns.win_back.title", { name }),
          detail: t("churns.win_back.detail"),
        },
      },
    },
  };
  return event.can.flatMap((action) => actionsByName[action] ?? []);
}
