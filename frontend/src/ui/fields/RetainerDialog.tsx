// Asks which running retainer is meant, before an action on it.
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { Ref } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { FormModal } from "../form/FormModal";
import { ReferenceSelect } from "./ReferenceSelect";

type Props = {
  title: string;
  label: string;
  submitLabel: string;
  /** Which of the running retainers. */
  query: { client: string } | { account_manager: string } | Record<string, never>;
  onChoose: (retainer: string) => void;
  onClose: () => void;
};

export function RetainerDialog({ title, label, submitLabel, query, onChoose, onClose }: Props) {
  const t = useTranslate();
  const [retainer, setRetainer] = useState<Ref | null>(null);
  const isOfOneClient = "client" in query;
  return (
    <FormModal opened title={title} onClose={onClose}>
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
            query={{ kind: "retainer", status: ["active", "on_hold"], ...query }}
            value={retainer}
            onChange={setRetainer}
            getLabel={({ name, client }) =>
              client && !isOfOneClient ? `${name} (${client.name})` : name
            }
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" disabled={retainer === null}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
