// One list of options: names in both languages, order, uses and state.
import { Button, Group, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { OrganizationOption } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Badge } from "../../../ui/display/Badge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { lazyComponent } from "../../../ui/lazyComponent";
import { changedSearch } from "../../../ui/links/screenSearch";
import { type EditableEnum, editableOptionsQuery, optionName } from "./editableOptions";
import { MoveOption } from "./MoveOption";
import { OptionActions } from "./OptionActions";

const OptionDialog = lazyComponent(async () => (await import("./OptionDialog")).OptionDialog);
const NEW = "new";
const COLUMNS = ["place", "name_en", "name_fr", "uses", "state"] as const;

export function OptionList({ name }: { name: EditableEnum }) {
  const t = useTranslate();
  const { data: options, isError, refetch } = useQuery(editableOptionsQuery(name));
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const navigate = useNavigate();
  const open = (value: string | undefined) => {
    void navigate({ to: ".", search: changedSearch({ edit: value }), resetScroll: false });
  };
  if (options === undefined) return isError ? <LoadFailure retry={refetch} /> : <DetailSkeleton />;
  const edited = options.find(({ value }) => value === edit);
  return (
    <Stack gap="md">
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(NEW)}>
          {t("enum_options.add")}
        </Button>
      </Group>
      <SmallTable
        label={t(`enum_options.list.${name}`)}
        heads={[
          ...COLUMNS.map((column) => ({
            label: t(`enum_options.field.${column}`),
            ...(column === "uses" && { align: "end" as const }),
          })),
          { label: t("table.actions") },
        ]}
        rows={options.map((option) => ({
          key: option.value,
          cells: [
            <MoveOption key="place" option={option} last={options.length} />,
            option.name_en,
            option.name_fr,
            option.uses,
            <OptionState key="state" option={option} />,
            <OptionActions key="actions" option={option} onEdit={() => open(option.value)} />,
          ],
        }))}
      />
      {(edited !== undefined || edit === NEW) && (
        <OptionDialog
          name={name}
          option={edited}
          title={
            edited === undefined
              ? t("enum_options.add_title")
              : t("enum_options.edit_title", { name: optionName(edited) })
          }
          onClose={() => open(undefined)}
        />
      )}
    </Stack>
  );
}

function OptionState({ option }: { option: OrganizationOption }) {
  const t = useTranslate();
  return option.is_active ? (
    t("enum_options.state.active")
  ) : (
    <Badge tone="neutral">{t("enum_options.state.retired")}</Badge>
  );
}
