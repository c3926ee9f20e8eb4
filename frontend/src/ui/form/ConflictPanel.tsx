// Resolves an edit conflict: both values of each disputed field, without a default choice.
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
  /** The chosen side of each field; undefined before a choice. */
  chosen: Readonly<Record<string, Side | undefined>>;
  /** Whether the user tried to save with a choice missing. */
  hasMissingChoice: boolean;
  /** How often saving moved the focus here. */
  focusCount: number;
};

type Props = {
  conflict: EditConflict;
  fields: readonly FieldDescription[];
  /** The form's values: mine, until theirs is chosen. */
  values: FormValues;
  currency: string;
  onChoose: (name: string, side: Side) => void;
};

/** Below the page's sticky header, and styled like the title that it replaces. */
const HEADING = { margin: 0, font: "inherit", scrollMarginTop: "6rem" };

/** Moves the focus here when saving requires a choice. */
function useFocusOnDemand(focusCount: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusCount === 0) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView?.({ block: "start" });
  }, [focusCount]);
  return heading;
}

export function ConflictPanel({ conflict, fields, values, currency, onChoose }: Props) {
  const t = useTranslate();
  const fieldText = useFieldText();
  const heading = useFocusOnDemand(conflict.focusCount);
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
          const side = (source: FormValues) =>
            fieldText(field, source[field.name] ?? null, currency);
          const mine = chosen === "theirs" ? conflict.mine : values;
          return (
            <Radio.Group
              key={field.name}
              label={t(field.label)}
              value={chosen ?? null}
              error={conflict.hasMissingChoice && !chosen && t("form.conflict.choose")}
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
