// What an open row of the burn list shows: the hours of each day by person, the largest tasks, and what to do.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { Burn } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { DailyChart } from "./DailyBurn";
import { LargestTasks } from "./LargestTasks";
import { PeopleChart } from "./PeopleChart";
import classes from "./Retainers.module.css";
import { SellExtra } from "./SellExtra";

/** The expected height, to avoid layout shifts. */
const HEIGHT = 300;

export function BurnDetail({ burn }: { burn: Burn }) {
  const t = useTranslate();
  const { project, period } = burn;
  const { data, isError, refetch } = useQuery(
    dataQuery("/retainer-burns/{id}", { params: { id: project.api_id } }),
  );
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} /> : <Skeleton height={HEIGHT} />;
  return (
    <div className={classes.detail}>
      {data.people === null ? (
        <DailyChart burn={data} />
      ) : (
        <PeopleChart burn={data} people={data.people} />
      )}
      <div className={classes.detailAside}>
        {data.people !== null && <LargestTasks retainer={project.api_id} period={period} />}
        <div className={classes.buttons}>
          <SellExtra burn={burn} />
          <ButtonLink
            to="/projects/$id/view"
            params={{ id: project.api_id }}
            search={{ tab: "hours" }}
            variant="default"
          >
            {t("retainers.detail.hours")}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
