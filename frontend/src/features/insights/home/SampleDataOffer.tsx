// Below the setup steps of an installation without records: fills it with sample data, with one click.
import "@mantine/core/styles/Progress.css";
import { Button, Progress } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { resourceKey } from "../../../api/queries";
import type { SampleData } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatPercent } from "../../../lib/numbers";
import { useCurrentUser } from "../../../session/currentUser";
import { sampleDataQuery, useSampleDataChange } from "../../../session/sampleData";
import { useOfflineReason } from "../../../ui/feedback/useOfflineReason";
import { reportSampleData } from "../../../ui/shell/reportSampleData";
import classes from "./SetupSteps.module.css";

export function SampleDataOffer() {
  const { data } = useQuery(sampleDataQuery);
  const { impersonator } = useCurrentUser();
  useSampleDataChange(data, (isLoaded) => void reportSampleData(isLoaded));
  if (data?.state === "loading") return <LoadingProgress progress={data.progress} />;
  const isOffered = data?.can_load || data?.state === "failed";
  return data && isOffered && !impersonator ? <Offer data={data} /> : null;
}

function Offer({ data }: { data: SampleData }) {
  const t = useTranslate();
  const offline = useOfflineReason();
  const queryClient = useQueryClient();
  const loading = useMutation({
    mutationFn: () => api.post("/sample-data/loadings"),
    onSettled: () => queryClient.invalidateQueries({ queryKey: resourceKey("/sample-data") }),
  });
  return (
    <div className={classes.sample}>
      <div className={classes.text}>
        <strong>{t("setup.sample.offer")}</strong>
        <span>{t("setup.sample.help")}</span>
        {data.error && <span role="alert">{t(`setup.sample.error.${data.error}`)}</span>}
      </div>
      {data.can_load && (
        <Button
          variant="default"
          size="compact-md"
          loading={loading.isPending}
          {...offline}
          onClick={() => loading.mutate()}
          className={classes.load}
        >
          {t(data.error ? "setup.sample.retry" : "setup.sample.load")}
        </Button>
      )}
    </div>
  );
}

function LoadingProgress({ progress }: { progress: number }) {
  const t = useTranslate();
  const percent = formatPercent(String(progress), useLocale());
  const label = t("setup.sample.progress", { percent });
  return (
    <div className={classes.sample}>
      <Progress value={progress} aria-label={label} className={classes.bar} />
      <span role="status">{label}</span>
    </div>
  );
}
