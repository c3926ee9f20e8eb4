// What the listed losses amount to, in a sentence: lost MRR by currency, retainers and clients; and what awaits confirmation.
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dataQuery, runIf } from "../../../api/queries";
import type { ChurnTotals as Totals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { usePermissions } from "../../../session/permissions";
import { HelpIcon } from "../../../ui/display/HelpIcon";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Answer, StateSentence } from "../../../ui/layout/StateSentence";
import { LinkedText } from "../../../ui/links/LinkedText";
import type { ScreenSearch } from "../../../ui/links/screenSearch";
import { ConvertedSum } from "../../../ui/money/ConvertedSum";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { useListState } from "../../../ui/table/useListState";
import uiClasses from "../../../ui/ui.module.css";
import { QUEUE_FILTER } from "./churnQueueList";
import { churnsList } from "./churnsList";

/** The expected height of two amounts, to avoid layout shifts. */
const HEIGHT = { base: 120, sm: 60, lg: 36 };

export function ChurnTotals() {
  const { search } = useListState(churnsList);
  const query = allPagesQuery(churnsList, search);
  const { data, isError, error, refetch } = useQuery(dataQuery("/churn-totals", { query }));
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Stack mih={HEIGHT} />;
  const isForEmployee = search.employee !== undefined;
  return (
    <Stack gap="xs" mih={HEIGHT}>
      <StateSentence hasAnswer>
        <Lost totals={data} /> <Waiting />
      </StateSentence>
      <ConvertedSum
        sum={data.converted}
        total={isForEmployee ? "churns.converted.part" : "churns.converted.total"}
        withoutRate="churns.converted.apart"
      />
    </Stack>
  );
}

function Lost({ totals }: { totals: Totals }) {
  const t = useTranslate();
  const locale = useLocale();
  const { retainers, logos, mrr_lost: lost, mrr_retainers: seen } = totals;
  if (retainers === 0) return <strong>{t("churn_lists.state.none")}</strong>;
  const amounts = lost?.map((amount) => formatMoney(amount, locale)).join(" · ");
  // The amounts are those of all retainers, or of only some.
  const hasAll = amounts && seen === retainers;
  return (
    <>
      <LinkedText
        text={t(hasAll ? "churn_lists.state.mrr" : "churn_lists.state.retainers", {
          amounts: amounts ?? "",
          count: retainers,
          clients: logos,
        })}
        parts={{ a: (text) => <Answer>{text}</Answer> }}
      />
      {amounts &&
        !hasAll &&
        ` ${t("churn_lists.state.mrr_seen", { amounts, count: seen ?? retainers })}`}
      <HelpIcon
        label={t("churns.totals.retainers")}
        text={`${t("churns.help.totals")} ${t("churns.help.logos")}`}
      />
    </>
  );
}

/** The losses that the reader may confirm. */
function Waiting() {
  const t = useTranslate();
  const { can } = usePermissions();
  const { data } = useQuery({
    ...dataQuery("/churn-totals", { query: QUEUE_FILTER }),
    ...runIf(can("churns.confirm")),
    throwOnError: false,
  });
  const count = data?.retainers ?? 0;
  if (count === 0) return null;
  const search: ScreenSearch = { tab: "queue" };
  return (
    <Link to="." search={search} className={uiClasses.link}>
      {t("churn_lists.queue.count", { count })}
    </Link>
  );
}
