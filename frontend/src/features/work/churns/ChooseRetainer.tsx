// Asks which retainer was lost, then opens the form that records it.
import { Button, Group, Stack } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { FormModal } from "../../../ui/form/FormModal";

/** The retainers whose loss may be recorded. */
const RUNNING = { kind: "retainer", status: ["active", "on_hold"] };

export function ChooseRetainer({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { scope } = usePermissions();
  const [retainer, setRetainer] = useState<Ref | null>(null);
  const isOwn = scope("churns.record") !== "all";
  const label = t("palette.churn.retainer");
  const open = () => {
    if (retainer === null) return;
    onClose();
    void navigate({ to: "/projects/$id/churn", params: { id: retainer.api_id } });
  };
  return (
    <FormModal opened title={t("palette.churn.title")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <Stack gap="md">
          <ReferenceSelect
            label={label}
            name={label}
            path="/projects"
            query={{ ...RUNNING, ...(isOwn ? { account_manager: user.api_id } : {}) }}
            value={retainer}
            onChange={setRetainer}
            getLabel={({ name, client }) => (client ? `${name} (${client.name})` : name)}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" disabled={retainer === null}>
              {t("palette.churn.next")}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
