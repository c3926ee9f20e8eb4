// Whether everything works, and where it does not: the cause, and what to do.
import { runIf } from "../../../api/queries";
import "@mantine/core/styles/Alert.css";
import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { RelativeText } from "../../../ui/display/DateText";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { Failures } from "./Failures";
import { LastBackup } from "./LastBackup";
import classes from "./Operations.module.css";
import { operationsQuery } from "./operationsQuery";
import { Processes } from "./Processes";
import { Queues } from "./Queues";
import { Services } from "./Services";
import { StorageFacts } from "./StorageFacts";
import { useMoment } from "./useMoment";
import { Verdict } from "./Verdict";

export function OperationsPage() {
  const t = useTranslate();
  const moment = useMoment();
  const { can } = usePermissions();
  const canView = can("operations.view");
  const { data, isError, error, refetch } = useQuery({ ...operationsQuery, ...runIf(canView) });
  if (!canView) return <Forbidden page={t("operations.title")} />;
  return (
    <>
      <PageTitle
        actions={
          data && (
            <Text size="sm" c="dimmed">
              {t("operations.updated", { time: moment(data.at) })}
            </Text>
          )
        }
      >
        {t("operations.title")}
      </PageTitle>
      {!data && (isError ? <LoadFailure retry={refetch} error={error} /> : <DetailSkeleton />)}
      {data && (
        <div className={classes.page}>
          {isError && (
            <Alert
              role="status"
              color="orange"
              icon={<IconAlertTriangle aria-hidden />}
              title={t("operations.not_refreshed.title")}
            >
              {t("operations.not_refreshed.detail", { time: moment(data.at) })}{" "}
              <RelativeText at={data.at} />
            </Alert>
          )}
          <Verdict operations={data} />
          <Queues queues={data.queues} />
          <Failures failures={data.failures} total={data.failures_total} />
          <div className={classes.columns}>
            <Processes processes={data.processes} />
            <Services services={data.services} />
            <StorageFacts storage={data.storage} />
            <LastBackup backup={data.backup} />
          </div>
        </div>
      )}
    </>
  );
}
