// Two people edited one record: their value and mine, field by field, and a choice.
import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/Radio.css";
import { Alert, Radio, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useTranslate } from "../../i18n/translate";
import type { FieldDescription, FormValues } from "./fields";
import { useFieldWords } from "./fieldWords";

export type EditConflict = { names: readonly string[]; theirs: FormValues; mine: FormValues };

type Props = {
  conflict: EditConflict;
  fields: readonly FieldDescription[];
  currency: string;
  /** Which side each field takes; mine until chosen. */
  taken: ReadonlySet<string>;
  onChoose: (name: string, side: "theirs" | "mine") => void;
};

export function ConflictPanel({ conflict, fields, currency, taken, onChoose }: Props) {
  const t = useTranslate();
  const wordsOf = useFieldWords();
  const disputed = fields.filter((field) => conflict.names.includes(field.name));
  const detail = disputed.length > 0 ? "form.conflict.detail" : "form.conflict.detail_none";
  return (
    <Alert
      role="alert"
      color="yellow"
      icon={<IconUsers aria-hidden />}
      title={t("form.conflict.title")}
    >
      <Text size="sm">{t(detail)}</Text>
      <Stack gap="sm" mt="sm">
        {disputed.map((field) => {
          const side = (name: "theirs" | "mine") =>
            wordsOf(field, conflict[name][field.name] ?? null, currency);
          return (
            <Radio.Group
              key={field.name}
              label={t(field.label)}
              value={taken.has(field.name) ? "theirs" : "mine"}
              onChange={(value) => onChoose(field.name, value as "theirs" | "mine")}
            >
              <Stack gap={4} mt={4}>
                <Radio
                  value="theirs"
                  label={t("form.conflict.theirs", { value: side("theirs") })}
                />
                <Radio value="mine" label={t("form.conflict.mine", { value: side("mine") })} />
              </Stack>
            </Radio.Group>
          );
        })}
      </Stack>
    </Alert>
  );
}
