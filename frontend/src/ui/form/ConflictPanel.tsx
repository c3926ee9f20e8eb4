// Two people edited one record: their value and mine, field by field, and a choice that nothing makes beforehand.
import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/Radio.css";
import { Alert, Radio, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslate } from "../../i18n/translate";
import type { FieldDescription, FormValues } from "./fields";
import { useFieldText } from "./fieldText";

export type Side = "theirs" | "mine";

export type EditConflict = {
  names: readonly string[];
  theirs: FormValues;
  mine: FormValues;
  /** Which side each field takes; none until chosen. */
  chosen: Readonly<Record<string, Side | undefined>>;
  /** Whether saving was tried while a choice was missing. */
  refused: boolean;
  /** How often the reader was called here. */
  calls: number;
};

type Props = {
  conflict: EditConflict;
  fields: readonly FieldDescription[];
  /** What the form holds now: mine, until theirs is taken. */
  values: FormValues;
  currency: string;
  onChoose: (name: string, side: Side) => void;
};

/** Out of the way of the page's head, and as plain as the title that it stands for. */
const HEADING = { margin: 0, font: "inherit", scrollMarginTop: "6rem" };

/** The reader is brought here, from wherever Save was pressed. */
function useCalled(calls: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (calls === 0) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView?.({ block: "start" });
  }, [calls]);
  return heading;
}

export function ConflictPanel({ conflict, fields, values, currency, onChoose }: Props) {
  const t = useTranslate();
  const wordsOf = useFieldText();
  const heading = useCalled(conflict.calls);
  const disputed = fields.filter((field) => conflict.names.includes(field.name));
  const detail = disputed.length > 0 ? "form.conflict.detail" : "form.conflict.detail_none";
  return (
    <Alert
      role="alert"
      color="yellow"
      icon={<IconUsers aria-hidden />}
      title={
        <h2 ref={heading} tabIndex={-1} style={HEADING}>
          {t("form.conflict.title")}
        </h2>
      }
    >
      <Text size="sm">{t(detail)}</Text>
      <Stack gap="sm" mt="sm">
        {disputed.map((field) => {
          const chosen = conflict.chosen[field.name];
          const side = (of: FormValues) => wordsOf(field, of[field.name] ?? null, currency);
          const mine = chosen === "theirs" ? conflict.mine : values;
          return (
            <Radio.Group
              key={field.name}
              label={t(field.label)}
              value={chosen ?? null}
              error={conflict.refused && !chosen && t("form.conflict.choose")}
              onChange={(value) => onChoose(field.name, value as Side)}
            >
              <Stack gap={4} mt={4}>
                <Radio
                  value="theirs"
                  label={t("form.conflict.theirs", { value: side(conflict.theirs) })}
                />
                <Radio value="mine" label={t("form.conflict.mine", { value: side(mine) })} />
              </Stack>
            </Radio.Group>
          );
        })}
      </Stack>
    </Alert>
  );
}
