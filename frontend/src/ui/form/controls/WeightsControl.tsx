// People and their whole shares of a sale; the total is always in sight.
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

const NOBODY: Ref = { api_id: "", name: "" };

type Props = ControlProps<Weight[]> & { path: ListPath };

/** A new person takes what is left to share. */
function withOneMore(weights: readonly Weight[]): Weight[] {
  const shared = weights.reduce((sum, { weight }) => sum + weight, 0);
  return [...weights, { employee: NOBODY, weight: Math.max(0, 100 - shared) }];
}

function shareOf(typed: string): number {
  return /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
}

export function WeightsControl({ path, value, onChange, ...control }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const total = value.reduce((sum, { weight }) => sum + weight, 0);
  const change = (index: number, part: Partial<Weight>) =>
    onChange(value.map((line, at) => (at === index ? { ...line, ...part } : line)));
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
            taken={value.filter((_, at) => at !== index).map(({ employee }) => employee.api_id)}
            onChange={(part) => change(index, part)}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
          />
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange(withOneMore(value))}
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
  taken: string[];
  onChange: (part: Partial<Weight>) => void;
  onRemove: () => void;
};

function WeightLine({ line, position, path, taken, onChange, onRemove }: LineProps) {
  const t = useTranslate();
  const person = t("form.weights.person", { position });
  return (
    <Group gap={6} wrap="nowrap" align="center">
      <div style={{ flex: 1, minWidth: 0 }}>
        <ReferenceSelect
          path={path}
          label={null}
          aria-label={person}
          name={person}
          value={line.employee.api_id === "" ? null : line.employee}
          without={taken}
          onChange={(employee) => onChange({ employee: employee ?? NOBODY })}
        />
      </div>
      <TextInput
        aria-label={t("form.weights.share", { position })}
        inputMode="numeric"
        w={84}
        rightSection={<span aria-hidden>%</span>}
        value={String(line.weight)}
        onChange={(event) => onChange({ weight: shareOf(event.currentTarget.value) })}
      />
      <NamedCloseButton label={t("form.weights.remove", { position })} onClick={onRemove} />
    </Group>
  );
}
