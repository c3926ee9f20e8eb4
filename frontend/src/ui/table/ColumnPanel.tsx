// Chooses the visible columns and the row height; loaded on demand.
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { Checkbox, SegmentedControl, Stack, Text } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { ColumnButton } from "./ColumnButton";
import { DENSITIES, type Density } from "./density";
import { chooseDensity, useDensity } from "./densityChoice";
import type { ListDescription } from "./listDescription";
import { hiddenColumns } from "./listSearch";
import { ToolbarPopover } from "./ToolbarPopover";
import type { ListState } from "./useListState";

export function ColumnPanel({ list, state }: { list: ListDescription; state: ListState }) {
  const t = useTranslate();
  const { api_id: userId } = useCurrentUser();
  const density = useDensity(state.search);
  return (
    <ToolbarPopover trigger={ColumnButton} label={t("table.columns")}>
      <Stack gap="xs">
        <Text size="xs" fw={500} c="dimmed">
          {t("table.shown_columns")}
        </Text>
        <ColumnBoxes list={list} state={state} />
        <Text size="xs" fw={500} c="dimmed" mt="xs">
          {t("table.density.title")}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t("table.density.title")}
          value={density}
          onChange={(density) => {
            chooseDensity(userId, density as Density);
            state.setDensity(density as Density);
          }}
          data={DENSITIES.map((density) => ({
            value: density,
            label: t(`table.density.${density}`),
          }))}
        />
      </Stack>
    </ToolbarPopover>
  );
}

function ColumnBoxes({ list, state }: { list: ListDescription; state: ListState }) {
  const t = useTranslate();
  const hidden = hiddenColumns(list, state.search);
  const toggle = (id: string, shown: boolean) => {
    const next = new Set(hidden);
    if (shown) next.delete(id);
    else next.add(id);
    state.hide(next);
  };
  return list.columns
    .slice(1)
    .map((column) => (
      <Checkbox
        key={column.id}
        size="xs"
        label={t(column.label)}
        checked={!hidden.has(column.id)}
        onChange={(event) => toggle(column.id, event.currentTarget.checked)}
      />
    ));
}
