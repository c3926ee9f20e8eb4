// Confirms the acceptance of all certain matches, then shows the progress and the refused ones.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { runIf } from "../../../api/queries";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { usePermissions } from "../../../session/permissions";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { ProgressBar } from "../../../ui/display/ProgressBar";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import classes from "./Matching.module.css";
import { type CertainFilter, fetchCertain, type RefusedMatch, useAcceptAll } from "./useAcceptAll";
import { useClientDefaults } from "./useClientDefaults";

type Props = { filter: CertainFilter; count: number; onClose: () => void };

/** Reads the matches to confirm where the closed months of their records are named. */
function useMatchesToConfirm(filter: CertainFilter, count: number) {
  const { can } = usePermissions();
  // Links of projects change no published figure.
  const isNamed = can("months.view") && filter.kind !== "project";
  const { data, isError, refetch } = useQuery({
    // Not below "api": accepting reads all of that again.
    queryKey: ["months-of-matches", filter, count],
    queryFn: () => fetchCertain(filter, count),
    ...runIf(isNamed),
    gcTime: 0,
    throwOnError: false,
  });
  const records = (data ?? []).flatMap((match) => match.records);
  return {
    fetched: data,
    isReady: !isNamed || data !== undefined,
    isError: isError && data === undefined,
    refetch,
    closedMonths: records.flatMap(({ closed_months }) => closed_months),
  };
}

export function AcceptAllDialog({ filter, count, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const navigate = useNavigate();
  const { state, total, accepted, refused, start, stop } = useAcceptAll(filter, count);
  const { kind, search } = filter;
  const defaults = useClientDefaults();
  const { fetched, isReady, isError, refetch, closedMonths } = useMatchesToConfirm(filter, count);
  const isAlone = filter.status === "unmatched";
  const isEnded = state === "ended";
  const close = () => {
    stop();
    onClose();
  };
  /** Opens the accepted matches, where each can be undone. */
  const showMatched = () => {
    onClose();
    void navigate({
      to: "/admin/matching",
      search: { status: "matched", ...(kind === "client" ? {} : { tab: kind }) },
    });
  };
  return (
    <ConfirmDialog
      opened
      isHarmless
      busy={state === "running"}
      title={t(isAlone ? "matching.all.alone.title" : "matching.all.title", { count })}
      detail={t(
        isAlone && kind !== "project"
          ? `matching.all.alone.detail.${kind}`
          : `matching.all.detail.${kind}`,
      )}
      cancelLabel={t(state === "confirming" ? "common.cancel" : `matching.all.${state}`)}
      confirmLabel={
        isEnded
          ? t("matching.all.show")
          : t(isAlone ? "matching.all.alone.confirm" : "matching.all.confirm", {
              count: formatInteger(count, locale),
            })
      }
      onCancel={close}
      isConfirmDisabled={
        !isEnded && (!isReady || (kind === "client" && defaults.value === undefined))
      }
      onConfirm={() =>
        isEnded ? showMatched() : void start({ defaults: defaults.value, fetched })
      }
    >
      <Stack gap="md" mt="md">
        {search !== "" && <Text size="sm">{t("matching.all.found", { search })}</Text>}
        {kind === "client" && state === "confirming" && defaults.fields}
        {isError && <LoadFailure retry={refetch} />}
        {!isEnded && <ClosedMonthNote days={closedMonths} />}
        {state !== "confirming" && <Progress done={accepted + refused.length} total={total} />}
        <div role="status">{isEnded && <Summary {...{ accepted, refused, total, isAlone }} />}</div>
      </Stack>
    </ConfirmDialog>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const t = useTranslate();
  const locale = useLocale();
  const percent = total === 0 ? 100 : Math.round((done / total) * 100);
  const text = t("matching.all.progress", {
    done: formatInteger(done, locale),
    total: formatInteger(total, locale),
  });
  return (
    <div>
      <ProgressBar label={t("matching.all.progress_label")} percent={percent} text={text} />
      <Text size="sm" mt={4}>
        {text}
      </Text>
    </div>
  );
}

type SummaryProps = {
  accepted: number;
  refused: readonly RefusedMatch[];
  total: number;
  isAlone: boolean;
};

/** Refused matches remain proposed. */
function Summary({ accepted, refused, total, isAlone }: SummaryProps) {
  const t = useTranslate();
  const remaining = total - accepted - refused.length;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t(isAlone && accepted > 0 ? "matching.all.alone.accepted" : "matching.all.accepted", {
          count: accepted,
        })}
      </Text>
      {remaining > 0 && <Text size="sm">{t("matching.all.left", { count: remaining })}</Text>}
      {refused.length > 0 && (
        <>
          <Text size="sm">{t("matching.all.refused", { count: refused.length })}</Text>
          <ul className={classes.refused}>
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                <strong>{name}</strong>
                <br />
                {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}
