// The running retainers by risk, under an opening sentence.
import type { Burn } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import type { RowDetail, RowGroups } from "../../../ui/table/tableModel";
import { useListState } from "../../../ui/table/useListState";
import { BurnCard } from "./BurnCard";
import { BurnSentence } from "./BurnSentence";
import { burnCells } from "./burnCells";
import { burnsList } from "./burnsList";
import { groupOf } from "./burnTotals";
import { GroupHeading } from "./GroupHeading";
import classes from "./Retainers.module.css";
import { SellExtra } from "./SellExtra";

const BurnDetail = lazyComponent(async () => (await import("./BurnDetail")).BurnDetail);

export function BurnTable() {
  const t = useTranslate();
  const { can } = usePermissions();
  const { search } = useListState(burnsList);
  const groups: RowGroups<Burn> = {
    keyOf: groupOf,
    renderHeading: (burn) => <GroupHeading burn={burn} />,
  };
  const detail: RowDetail<Burn> = {
    labelOf: (burn) => t("retainers.detail.open", { retainer: burn.project.name }),
    render: (burn) => <BurnDetail burn={burn} />,
  };
  const sellExtra = (burn: Burn) => (
    <span className={classes.hoverAction}>
      <SellExtra burn={burn} size="compact-sm" />
    </span>
  );
  return (
    <div className={classes.list}>
      <BurnSentence />
      <ResourceTable
        list={burnsList}
        cells={burnCells}
        label={t("retainers.burns")}
        empty={{ title: t("retainers.no_burns.title"), detail: t("retainers.no_burns.detail") }}
        // Other orders mix the groups.
        groups={search.sort === undefined ? groups : undefined}
        detail={detail}
        card={(burn: Burn) => <BurnCard burn={burn} />}
        actions={can("projects.create") ? sellExtra : undefined}
      />
    </div>
  );
}
