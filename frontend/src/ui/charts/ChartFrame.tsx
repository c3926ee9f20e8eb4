// The frame of every chart: title, unit, source, table view and CSV download.
import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChartBar, IconDownload, IconTable } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { HelpIcon } from "../display/HelpIcon";
import classes from "./Charts.module.css";
import { ChartTable } from "./ChartTable";
import { type ChartData, toCsv } from "./chartData";
import { unitName } from "./units";
import { useTableView } from "./useTableView";

export type ChartProps = {
  title: string;
  /** The formula in words. */
  help?: string;
  /** The chart's message in one sentence. */
  summary: string;
  /** The data source and its date, unless the page says so. */
  source?: string | undefined;
  data: ChartData;
  /** The chart's name in the URL, so that a link opens its table view. */
  name?: string;
  /** A heading that says what title and summary say; these are then for screen readers. */
  heading?: ReactNode;
};

export function ChartFrame({ children, ...chart }: ChartProps & { children: ReactNode }) {
  const { title, help, summary, source, data, name, heading } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const titleId = useId();
  const [isTable, toggle] = useTableView(name);
  const first = data.columns[0];
  const unit = first && unitName(first.unit, locale);
  return (
    <figure className={classes.chart} aria-labelledby={titleId}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
        {heading && (
          <div className={classes.heading}>
            {heading}
            {help && <HelpIcon label={title} text={help} />}
          </div>
        )}
        <Text
          fw={600}
          size="sm"
          component="h3"
          id={titleId}
          className={heading ? "regie-visually-hidden" : classes.title}
        >
          {title}
          {/* An amount in the title names its currency. */}
          {unit && !title.includes(unit) && <span className={classes.unit}> ({unit})</span>}
          {help && !heading && <HelpIcon label={title} text={help} />}
        </Text>
        <Group gap={4} wrap="nowrap">
          <ToolButton
            label={t(isTable ? "charts.show_chart" : "charts.show_table", { title })}
            onClick={toggle}
          >
            {isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          </ToolButton>
          <ToolButton
            label={t("charts.csv", { title })}
            onClick={() => download(`${title}.csv`, toCsv(data, locale))}
          >
            <IconDownload size={16} aria-hidden />
          </ToolButton>
        </Group>
      </Group>
      <p className={heading ? "regie-visually-hidden" : classes.summary}>{summary}</p>
      {isTable ? (
        <ChartTable label={title} data={data} none={t("common.not_applicable")} />
      ) : (
        children
      )}
      {source && <figcaption className={classes.source}>{source}</figcaption>}
    </figure>
  );
}

type ToolProps = { label: string; onClick: () => void; children: ReactNode };

function ToolButton({ label, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      variant="default"
      size={28}
      className={classes.tool}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

function download(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
