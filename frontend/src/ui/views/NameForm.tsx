// A view's name, for a new one and for one that is renamed.
import { Button, Group, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { SavedViewCreate } from "../../api/shapes/SavedViewCreate.gen";
import { useTranslate } from "../../i18n/translate";
import { max, required } from "../../lib/validation";
import { useSmallForm } from "../form/useSmallForm";

const { max: longest = Number.MAX_SAFE_INTEGER } = SavedViewCreate.limits.name ?? {};
const RULES = { name: [required(), max(longest)] };

type Props = {
  label: string;
  action: string;
  start?: string;
  /** What else is decided with the name. */
  children?: ReactNode;
  save: (name: string) => Promise<void>;
  onCancel?: () => void;
};

export function NameForm({ label, action, start = "", children, save, onCancel }: Props) {
  const t = useTranslate();
  const form = useSmallForm(
    RULES,
    async ({ name }) => {
      await save(name.trim());
      form.clear();
    },
    { name: start },
  );
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextInput
        size="xs"
        label={label}
        maxLength={longest}
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
