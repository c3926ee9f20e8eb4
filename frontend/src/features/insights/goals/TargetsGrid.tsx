// The grid of a year: a line for each month and a column for each figure, edited as in a spreadsheet.
import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { formatDecimal } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Absent } from "../../../ui/display/Absent";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { useTypedText } from "../../../ui/fields/typedText";
import { LeaveGuard } from "../../../ui/form/LeaveGuard";
import { moveByKey, valueAbove } from "../../../ui/grid/gridKeys";
import { usePhone } from "../../../ui/table/usePhone";
import classes from "./CompanyTargets.module.css";
import { decimalsOf, invalidKeys, parseTarget, pasteFrom, sumOfYear } from "./targetCells";
import {
  changesOf,
  type FigureTargets,
  keyOf,
  type Targets,
  type Typed,
  useSaveTargets,
} from "./useSaveTargets";

const CONFLICT = 409;
/** Another tab or year leaves the grid. */
const PLACE = ["tab", "year"] as const;

export function TargetsGrid({ targets }: { targets: Targets }) {
  const t = useTranslate();
  const { items } = useEnumOptions();
  const [typed, setTyped] = useState<Typed>({});
  const [currency, setCurrency] = useState(targets.currency);
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [fix, setFix] = useState("");
  const forget = () => {
    setTyped({});
    setMarked([]);
  };
  const save = useSaveTargets(targets, forget, setMarked);
  const canEdit = targets.can.includes("edit");
  const changes = changesOf(targets, typed, currency !== targets.currency);
  const change = (values: Typed) => {
    setTyped((before) => ({ ...before, ...values }));
    setMarked((keys) => keys.filter((key) => !(key in values)));
    setFix("");
  };
  const nameOf = useCellName();
  const problem = fix || messageOf(save.error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const invalid = invalidKeys(targets, typed, currency);
        if (invalid.length === 0) return save.mutate({ currency, changes });
        setFix(t("targets.fix", { cells: invalid.map(nameOf).join("; ") }));
        event.currentTarget.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
      }}
    >
      <LeaveGuard isDirty={() => changes.length > 0} place={PLACE} />
      <Stack gap="md">
        {canEdit && (
          <div className={classes.currency}>
            <NativeSelectField
              label={t("targets.currency")}
              choices={items("currency")}
              value={currency}
              onChange={setCurrency}
            />
            <Text size="sm" c="dimmed">
              {t("targets.currency_help")}
            </Text>
          </div>
        )}
        {problem !== "" && (
          <Text size="sm" role="alert" c="var(--regie-danger-text)">
            {problem}
          </Text>
        )}
        <Months {...{ targets, typed, currency, canEdit, marked, change }} />
        {canEdit && (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={changes.length === 0}>
              {t("targets.save")}
            </Button>
            <Text size="sm" c="dimmed" visibleFrom="sm">
              {t("targets.keys")}
            </Text>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** The name of a cell by its key. */
function useCellName() {
  const t = useTranslate();
  const locale = useLocale();
  return (key: string) => {
    const [figure = "", month = ""] = key.split(".");
    return t("targets.cell", {
      figure: t(`targets.figure.${figure as FigureTargets["figure"]}`),
      month: monthOfYear(month, locale),
    });
  };
}

/** What another user changed is marked in its cell. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === CONFLICT) return "";
  return Object.values(error.errors).flat().join(" ") || error.message;
}

type MonthsProps = {
  targets: Targets;
  typed: Typed;
  currency: string;
  canEdit: boolean;
  /** The keys of what another user changed. */
  marked: readonly string[];
  change: (values: Typed) => void;
};

/** On a phone, one figure at a time. */
function Months(props: MonthsProps) {
  const t = useTranslate();
  const { figures } = props.targets;
  const [chosen, setChosen] = useState<string>();
  const isPhone = usePhone();
  if (!isPhone) return <Table {...props} figures={figures} />;
  const shown = figures.find(({ figure }) => figure === chosen) ?? figures[0];
  return (
    <>
      <NativeSelect
        label={t("targets.figure_shown")}
        value={shown?.figure ?? ""}
        data={figures.map(({ figure }) => ({
          value: figure,
          label: t(`targets.figure.${figure}`),
        }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Table {...props} figures={shown ? [shown] : []} />
    </>
  );
}

function Table({ figures, ...props }: MonthsProps & { figures: readonly FigureTargets[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const { targets, typed, currency } = props;
  const months = figures[0]?.months.map(({ month }) => month) ?? [];
  const total = (figure: FigureTargets) => {
    const sum = sumOfYear(figure, typed, currency);
    const decimals = decimalsOf(figure.unit, currency);
    return sum === null ? (
      <Absent key={figure.figure} />
    ) : (
      <strong key={figure.figure}>{formatDecimal(sum, locale, decimals, decimals)}</strong>
    );
  };
  return (
    <SmallTable
      label={t("goals.tab.company")}
      heads={[
        { label: t("targets.month") },
        ...figures.map(({ figure }) => ({
          label: t(`targets.figure.${figure}`),
          align: "end" as const,
        })),
      ]}
      rows={[
        ...months.map((month, index) => ({
          key: month,
          cells: [
            <span key="month" className={classes.month}>
              {monthOfYear(month, locale)}
            </span>,
            ...figures.map((figure) => (
              <Cell
                key={figure.figure}
                {...props}
                figure={figure}
                at={{ figure: targets.figures.indexOf(figure), month: index }}
              />
            )),
          ],
        })),
        { key: "year", cells: [t("targets.year"), ...figures.map(total)] },
      ]}
    />
  );
}

type CellProps = MonthsProps & { figure: FigureTargets; at: { figure: number; month: number } };

function Cell({ targets, typed, currency, canEdit, marked, change, figure, at }: CellProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { month = "", value = null } = figure.months[at.month] ?? {};
  const key = keyOf(figure.figure, month);
  const shown = typed[key] ?? value ?? "";
  const decimals = decimalsOf(figure.unit, currency);
  const parse = (text: string) => parseTarget(text, figure.unit, currency);
  const text = useTypedText({
    value: shown,
    onChange: (changed) => change({ [key]: changed }),
    parse,
    format: (amount) => formatDecimal(amount, locale, decimals, decimals),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "d" || !(event.ctrlKey || event.metaKey)) return void moveByKey(event);
    event.preventDefault();
    const above = valueAbove(event.currentTarget);
    text.onBlur();
    if (above !== undefined) change({ [key]: above === "" ? "" : (parse(above) ?? above) });
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const values = pasteFrom(targets, at, event.clipboardData.getData("text"), currency);
    if (values === undefined) return;
    event.preventDefault();
    text.onBlur();
    change(values);
  };
  const theirs =
    value === null ? t("targets.none") : formatDecimal(value, locale, decimals, decimals);
  const problem = marked.includes(key)
    ? t("targets.now", { value: theirs })
    : shown !== "" && parse(shown) === null && t(`targets.invalid.${figure.unit}`);
  return (
    <TextInput
      {...text}
      aria-label={useCellName()(key)}
      className={classes.cell}
      error={problem}
      data-grid={figure.figure}
      inputMode="decimal"
      autoComplete="off"
      disabled={!canEdit}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}
