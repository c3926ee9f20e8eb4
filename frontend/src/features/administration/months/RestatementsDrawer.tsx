// The records that explain the difference between a published figure and the same figure as known today.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { dataQuery } from "../../../api/queries";
import type { RestatedFigure } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { differenceText } from "../../../ui/figures/sumText";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { restatementCells } from "./restatementCells";
import { restatementsList } from "./restatementsList";
import { restatementsView } from "./restatementsView";

type Props = { month: string; name: RestatedFigure; onClose: () => void };

/** In the currency and scope of the dashboard that it was opened from. */
export function RestatementsDrawer({ month, name, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const query = restatementsView(useSearch({ strict: false }));
  const { data } = useQuery(dataQuery("/months/{month}/figures", { params: { month }, query }));
  const figure = data?.figures.find((one) => one.name === name);
  const title = t("months.restatements.title", { figure: t(`months.figure.${name}`) });
  return (
    <SideDrawer title={title} width="60rem" onClose={onClose}>
      <Stack gap="sm">
        {figure?.difference && (
          <Text size="xl" fw={600}>
            {differenceText(figure.difference, figure.unit, t, locale)}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t("months.restatements.lead")} {query.scope && t(`ui.scope.${query.scope}`)}
        </Text>
        <ResourceTable
          list={restatementsList}
          cells={restatementCells}
          fixed={{ month, figure: name, ...query }}
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
