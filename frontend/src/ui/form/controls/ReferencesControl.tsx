// Selects several records one by one; each can be removed.
import type { ListPath } from "../../../api/wire";
import "@mantine/core/styles/Pill.css";
import { Group, Pill, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { ReferenceSelect } from "../../fields/ReferenceSelect";
import type { FieldQuery, Ref } from "../fields";
import type { ControlProps } from "./control";

type Props = ControlProps<Ref[]> & { path: ListPath; query?: FieldQuery | undefined };

export function ReferencesControl({
  inputName: _,
  path,
  query,
  value,
  onChange,
  ...control
}: Props) {
  const t = useTranslate();
  const [resetCount, setResetCount] = useState(0);
  const remove = (removed: Ref) => onChange(value.filter((ref) => ref.api_id !== removed.api_id));
  return (
    <Stack gap={6}>
      <ReferenceSelect
        key={resetCount}
        {...control}
        path={path}
        query={query}
        value={null}
        excludedIds={value.map((ref) => ref.api_id)}
        onChange={(ref) => {
          if (ref === null) return;
          onChange([...value, ref]);
          setResetCount(resetCount + 1);
        }}
      />
      <Group gap={6}>
        {value.map((ref) => (
          <Pill
            key={ref.api_id}
            withRemoveButton
            onRemove={() => remove(ref)}
            removeButtonProps={{
              style: { minHeight: 24, minWidth: 24 },
              "aria-label": t("form.tags.remove", { tag: ref.name }),
              "aria-hidden": false,
              tabIndex: 0,
            }}
          >
            {ref.name}
          </Pill>
        ))}
      </Group>
    </Stack>
  );
}
