// Asks which of a client's retainers is meant, before a loss is recorded or extra hours are sold.
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { Client, Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ReferenceSelect } from "../../../ui/fields/ReferenceSelect";
import { FormModal } from "../../../ui/form/FormModal";

export type RetainerAction = "churn" | "sale";

type Props = {
  client: Client;
  action: RetainerAction;
  onChoose: (retainer: string) => void;
  onClose: () => void;
};

export function ChooseRetainer({ client, action, onChoose, onClose }: Props) {
  const t = useTranslate();
  const [retainer, setRetainer] = useState<Ref | null>(null);
  const label = t("client_page.retainers.which");
  const title =
    action === "churn"
      ? t("client_page.retainers.record_churn")
      : t("client_page.retainers.sell_extra");
  return (
    <FormModal opened title={`${title} · ${client.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (retainer !== null) onChoose(retainer.api_id);
        }}
      >
        <Stack gap="md">
          <ReferenceSelect
            label={label}
            name={label}
            path="/projects"
            query={{ kind: "retainer", status: ["active", "on_hold"], client: client.api_id }}
            value={retainer}
            onChange={setRetainer}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" disabled={retainer === null}>
              {t("client_page.retainers.continue")}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
