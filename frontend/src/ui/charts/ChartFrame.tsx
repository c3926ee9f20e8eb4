// What every chart has around it: its title, unit and source, its numbers as a table, and these as a file.
import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChartBar, IconDownload, IconTable } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { HelpMark } from "../display/HelpMark";
import classes from "./Charts.module.css";
import { ChartTable } from "./ChartTable";
import { type ChartData, toCsv } from "./chartData";
import { unitName } from "./units";
import { useAsTable } from "./useAsTable";

export type ChartProps = {
  title: string;
  /** The formula, in words. */
  help?: string;
  /** What the chart says, in a sentence. */
  summary: string;
  /** Where its numbers come from, and as of when. */
  source: string;
  data: ChartData;
  /** Its name in the address of its page, so that a link opens it as its reader left it. */
  name?: string;
};

export function ChartFrame({ children, ...chart }: ChartProps & { children: ReactNode }) {
  const { title, help, summary, source, data, name } = chart;
  const t = useTranslate();
  const locale = useLocale();
  const titleId = useId();
  const [isTable, toggle] = useAsTable(name);
  const first = data.columns[0];
  const unit = first && unitName(first.unit, locale);
  return (
    <figure className={classes.chart} aria-labelledby={titleId}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
        <Text fw={600} size="sm" component="h3" id={titleId} className={classes.title}>
          {title}
          {unit && <span className={classes.unit}> ({unit})</span>}
          {help && <HelpMark label={title} text={help} />}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Tool
            label={t(isTable ? "charts.show_chart" : "charts.show_table", { title })}
            onClick={toggle}
          >
            {isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          </Tool>
          <Tool
            label={t("charts.csv", { title })}
            onClick={() => download(`${title}.csv`, toCsv(data, locale))}
          >
            <IconDownload size={16} aria-hidden />
          </Tool>
        </Group>
      </Group>
      <p className={classes.summary}>{summary}</p>
      {isTable ? <ChartTable label={title} data={data} none={t("charts.none")} /> : children}
      <figcaption className={classes.source}>{source}</figcaption>
    </figure>
  );
}

type ToolProps = { label: string; onClick: () => void; children: ReactNode };

function Tool({ label, onClick, children }: ToolProps) {
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
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
