// The fields of a list's filters, loaded when the panel first opens.
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Switch.css";
import "@mantine/core/styles/Combobox.css";
import { Checkbox, Group, NativeSelect, Stack, Switch } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { CompleteDateField } from "../fields/CompleteDateField";
import { ReferenceSelect } from "../fields/ReferenceSelect";
import { useChoiceLabels, useFilterValues } from "./filterChoices";
import type {
  ChoiceFilter,
  DatesFilter,
  FilterDescription,
  ListDescription,
  ReferenceFilter,
} from "./listDescription";
import { useReferenceName } from "./referenceName";
import { SortChoice } from "./SortChoice";
import type { ListState } from "./useListState";

/** Fits the narrowest screens with the panel's padding. */
const PANEL_WIDTH = "min(300px, calc(100vw - 64px))";

type FieldProps<Filter> = { filter: Filter; state: ListState };

type Props = { list: ListDescription; state: ListState; hasSortChoice: boolean };

export function FilterPanel({ list, state, hasSortChoice }: Props) {
  return (
    <Stack gap="md" w={PANEL_WIDTH}>
      {hasSortChoice && <SortChoice list={list} state={state} />}
      {list.filters.map((filter) => (
        <FilterField key={filter.id} filter={filter} state={state} />
      ))}
    </Stack>
  );
}

function FilterField({ filter, state }: FieldProps<FilterDescription>) {
  const t = useTranslate();
  switch (filter.kind) {
    case "choice":
      return filter.multiple ? (
        <MultipleChoice filter={filter} state={state} />
      ) : (
        <SingleChoice filter={filter} state={state} />
      );
    case "reference":
      return <ReferenceChoice filter={filter} state={state} />;
    case "dates":
      return <DateRangeFilter filter={filter} state={state} />;
    case "toggle":
      return (
        <Switch
          label={t(filter.label)}
          checked={state.search[filter.id] !== undefined}
          onChange={(event) =>
            state.filterBy({ [filter.id]: event.currentTarget.checked ? filter.on : undefined })
          }
        />
      );
  }
}

function MultipleChoice({ filter, state }: FieldProps<ChoiceFilter>) {
  const t = useTranslate();
  const valueLabel = useChoiceLabels();
  const choices = useFilterValues(filter);
  const chosen = String(state.search[filter.id] ?? "").split(",");
  return (
    <Checkbox.Group
      label={t(filter.label)}
      value={chosen.filter(Boolean)}
      onChange={(values) => state.filterBy({ [filter.id]: values.join(",") || undefined })}
    >
      <Group gap="xs" mt={4}>
        {choices.map((value) => (
          <Checkbox key={value} size="xs" value={value} label={valueLabel(filter, value)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function SingleChoice({ filter, state }: FieldProps<ChoiceFilter>) {
  const t = useTranslate();
  const valueLabel = useChoiceLabels();
  const options = useFilterValues(filter).map((value) => ({
    value,
    label: valueLabel(filter, value),
  }));
  return (
    <NativeSelect
      label={t(filter.label)}
      value={String(state.search[filter.id] ?? "")}
      data={[{ value: "", label: t("table.any") }, ...options]}
      onChange={(event) => state.filterBy({ [filter.id]: event.currentTarget.value || undefined })}
    />
  );
}

function ReferenceChoice({ filter, state }: FieldProps<ReferenceFilter>) {
  const t = useTranslate();
  const id = state.search[filter.id];
  const name = useReferenceName(filter.path, id === undefined ? undefined : String(id));
  return (
    <ReferenceSelect
      nested
      path={filter.path}
      label={t(filter.label)}
      name={t(filter.label)}
      value={id === undefined ? null : { api_id: String(id), name: name ?? "" }}
      onChange={(ref) => state.filterBy({ [filter.id]: ref?.api_id })}
    />
  );
}

function DateRangeFilter({ filter, state }: FieldProps<DatesFilter>) {
  const t = useTranslate();
  const label = t(filter.label);
  const field = (parameter: string, fieldLabel: string) => (
    <CompleteDateField
      nested
      clearable
      label={fieldLabel}
      value={String(state.search[parameter] ?? "")}
      onChoose={(day) => state.filterBy({ [parameter]: day || undefined })}
    />
  );
  return (
    <Group gap="xs" grow align="end">
      {field(filter.from, t("table.from", { label }))}
      {field(filter.to, t("table.to", { label }))}
    </Group>
  );
}
