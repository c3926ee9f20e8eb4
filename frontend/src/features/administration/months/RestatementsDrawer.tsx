// The records that explain the difference between a published figure and the same figure as known today.
import { Stack, Text } from "@mantine/core";
import type { MonthFigure } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { differenceText } from "../../../ui/figures/sumText";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { restatementCells } from "./restatementCells";
import { restatementsList } from "./restatementsList";

type Props = { month: string; figure: MonthFigure; onClose: () => void };

export function RestatementsDrawer({ month, figure, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const title = t("months.restatements.title", { figure: t(`months.figure.${figure.name}`) });
  return (
    <SideDrawer title={title} width="60rem" onClose={onClose}>
      <Stack gap="sm">
        {figure.difference && (
          <Text size="xl" fw={600}>
            {differenceText(figure.difference, figure.unit, t, locale)}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t("months.restatements.lead")}
        </Text>
        <ResourceTable
          list={restatementsList}
          cells={restatementCells}
          fixed={{ month, figure: figure.name }}
          label={title}
          empty={{
            title: t("months.restatements.empty.title"),
            detail: t("months.restatements.empty.detail"),
          }}
        />
      </Stack>
    </SideDrawer>
  );
}
