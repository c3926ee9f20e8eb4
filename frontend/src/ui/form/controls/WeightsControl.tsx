// Employees and their whole shares of a sale, with the total.
import { Button, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ListPath } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { NamedCloseButton } from "../../actions/NamedCloseButton";
import { ReferenceSelect } from "../../fields/ReferenceSelect";
import type { Ref, Weight } from "../fields";
import type { ControlProps } from "./control";

const NO_EMPLOYEE: Ref = { api_id: "", name: "" };

type Props = ControlProps<Weight[]> & { path: ListPath };

/** A new employee receives the remaining share. */
function addWeight(weights: readonly Weight[]): Weight[] {
  const shared = weights.reduce((sum, { weight }) => sum + weight, 0);
  return [...weights, { employee: NO_EMPLOYEE, weight: Math.max(0, 100 - shared) }];
}

function parseShare(typed: string): number {
  return /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
}

export function WeightsControl({ path, value, onChange, ...control }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const total = value.reduce((sum, { weight }) => sum + weight, 0);
  const change = (index: number, changes: Partial<Weight>) =>
    onChange(value.map((line, position) => (position === index ? { ...line, ...changes } : line)));
  return (
    <Input.Wrapper
      label={control.label}
      description={control.description}
      error={control.error}
      required={control.required}
      labelElement="div"
      role="group"
      id={control.id}
      aria-label={control.name}
    >
      <Stack gap={6} mt={4}>
        {value.map((line, index) => (
          <WeightLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
            key={index}
            line={line}
            position={index + 1}
            path={path}
            usedIds={value.filter((_, at) => at !== index).map(({ employee }) => employee.api_id)}
            onChange={(changes) => change(index, changes)}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
          />
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange(addWeight(value))}
          >
            {t("form.weights.add")}
          </Button>
          {value.length > 0 && (
            <Text size="sm" role="status">
              {t("form.weights.total", { total: formatPercent(String(total), locale) })}
            </Text>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

type LineProps = {
  line: Weight;
  position: number;
  path: ListPath;
  usedIds: string[];
  onChange: (changes: Partial<Weight>) => void;
  onRemove: () => void;
};

function WeightLine({ line, position, path, usedIds, onChange, onRemove }: LineProps) {
  const t = useTranslate();
  const personLabel = t("form.weights.person", { position });
  return (
    <Group gap={6} wrap="nowrap" align="center">
      <div style={{ flex: 1, minWidth: 0 }}>
        <ReferenceSelect
          path={path}
          label={null}
          aria-label={personLabel}
          name={personLabel}
          value={line.employee.api_id === "" ? null : line.employee}
          excludedIds={usedIds}
          onChange={(employee) => onChange({ employee: employee ?? NO_EMPLOYEE })}
        />
      </div>
      <TextInput
        aria-label={t("form.weights.share", { position })}
        inputMode="numeric"
        w={84}
        rightSection={<span aria-hidden>%</span>}
        value={String(line.weight)}
        onChange={(event) => onChange({ weight: parseShare(event.currentTarget.value) })}
      />
      <NamedCloseButton label={t("form.weights.remove", { position })} onClick={onRemove} />
    </Group>
  );
}
