// The name field of a new or renamed view.
import { Button, Group, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { SavedViewCreate } from "../../api/shapes/SavedViewCreate.gen";
import { useTranslate } from "../../i18n/translate";
import { max, required } from "../../lib/validation";
import { useSmallForm } from "../form/useSmallForm";

const { max: MAX_NAME_LENGTH = Number.MAX_SAFE_INTEGER } = SavedViewCreate.limits.name ?? {};
const RULES = { name: [required(), max(MAX_NAME_LENGTH)] };

type Props = {
  label: string;
  action: string;
  initialName?: string;
  /** Other fields of the form. */
  children?: ReactNode;
  save: (name: string) => Promise<void>;
  onCancel?: () => void;
};

export function NameForm({ label, action, initialName = "", children, save, onCancel }: Props) {
  const t = useTranslate();
  const form = useSmallForm(
    RULES,
    async ({ name }) => {
      await save(name.trim());
      form.clear();
    },
    { name: initialName },
  );
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextInput
        size="xs"
        label={label}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...form.field("name")}
      />
      {children}
      <Group gap="xs" mt="xs">
        <Button type="submit" size="xs" loading={form.busy}>
          {action}
        </Button>
        {onCancel && (
          <Button size="xs" variant="default" onClick={onCancel}>
            {t("common.cancel")}
          </Button>
        )}
      </Group>
    </form>
  );
}
