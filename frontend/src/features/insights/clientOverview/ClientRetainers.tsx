// The retainers of a client: hours used this month, hours left or over, how long they last, and the renewal.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { IconCalendarDue } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Burn, Client } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatDate, monthOfYear } from "../../../lib/dates";
import { formatHours } from "../../../lib/numbers";
import { shortName } from "../../../lib/shortName";
import { usePermissions } from "../../../session/permissions";
import { Bullet } from "../../../ui/charts/Bullet";
import { Badge } from "../../../ui/display/Badge";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { LinkedText } from "../../../ui/links/LinkedText";
import { listFilters } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./ClientOverview.module.css";
import { burnsQuery } from "./queries";
import { hoursOf } from "./stateParts";

const ROW_HEIGHT = 44;

export function ClientRetainers({ client }: { client: Client }) {
  const t = useTranslate();
  const { data, isError, error, refetch } = useQuery(burnsQuery(client.api_id));
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={2 * ROW_HEIGHT} />
    );
  if (data.data.length === 0) return null;
  return (
    <section className={classes.section} aria-label={t("client_page.retainers.title")}>
      <RetainersHeading client={client} burns={data.data} />
      <ul className={classes.rows}>
        {data.data.map((burn) => (
          <Retainer key={burn.api_id} client={client} burn={burn} />
        ))}
      </ul>
    </section>
  );
}

function RetainersHeading({ client, burns }: { client: Client; burns: readonly Burn[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const hours = hoursOf(burns);
  const text =
    hours &&
    t(`client_page.retainers.${hours.isOver ? "over" : "left"}`, {
      hours: formatHours(hours.left, locale),
      available: formatHours(hours.available, locale),
      month: monthOfYear(hours.month, locale),
    });
  const search = {
    view: "burn",
    ...listFilters("/retainer-burns", { client: client.api_id }),
  };
  return (
    <div className={classes.heading}>
      <h2>{t("client_page.retainers.title")}</h2>
      {text && (
        <span>
          <LinkedText
            text={text}
            parts={{
              a: (inner) => (
                <Link to="/projects/retainer" search={search} className={uiClasses.link}>
                  {inner}
                </Link>
              ),
            }}
          />
        </span>
      )}
    </div>
  );
}

function Retainer({ client, burn }: { client: Client; burn: Burn }) {
  const t = useTranslate();
  const locale = useLocale();
  const { can } = usePermissions();
  const { project } = burn;
  const isOver = Number(burn.left_hours) < 0;
  const hours = formatHours(burn.left_hours.replace("-", ""), locale);
  const used = t("client_page.retainers.bar", {
    used: formatHours(burn.used_hours, locale),
    available: formatHours(burn.available_hours, locale),
  });
  return (
    <li className={classes.retainer}>
      <Link
        to="/projects/$id/view"
        params={{ id: project.api_id }}
        search={{ tab: "hours" }}
        className={uiClasses.link}
      >
        {shortName(project.name, client)}
      </Link>
      <Bullet
        thick
        label={used}
        used={Number(burn.used_hours)}
        available={Number(burn.available_hours)}
        forecast={Number(burn.forecast_hours)}
        elapsed={Number(burn.elapsed_percent) / 100}
      />
      <strong className={classes.left} data-over={isOver || undefined}>
        {burn.level === "unknown"
          ? t("client_page.retainers.row_used", { hours: formatHours(burn.used_hours, locale) })
          : t(`client_page.retainers.${isOver ? "row_over" : "row_left"}`, { hours })}
      </strong>
      <span className={classes.lasts}>
        <Renewal burn={burn} /> {useLasts(burn)}
      </span>
      {can("projects.create") && (
        <ButtonLink
          to="/projects/create"
          search={{ kind: "oos", parent: project.api_id }}
          size="compact-sm"
          variant="default"
          aria-label={`${t("client_page.retainers.sell_extra")} (${project.name})`}
        >
          {t("client_page.retainers.sell_extra")}
        </ButtonLink>
      )}
    </li>
  );
}

/** How long the hours last at this pace. */
function useLasts({ left_hours, available_hours, runs_out_on }: Burn): string {
  const t = useTranslate();
  const locale = useLocale();
  if (runs_out_on !== null) {
    const isUsedUp = Number(left_hours) <= 0 && Number(available_hours) > 0;
    const date = formatDate(runs_out_on, locale);
    return t(`client_page.retainers.${isUsedUp ? "ran_out" : "lasts"}`, { date });
  }
  return Number(left_hours) > 0 ? t("client_page.retainers.lasts_all") : "";
}

function Renewal({ burn: { renews_on, renewal } }: { burn: Burn }) {
  const t = useTranslate();
  const locale = useLocale();
  if (renews_on === null) return null;
  const date = formatDate(renews_on, locale);
  if (renewal === "none") return `${t("client_page.retainers.renews", { date })} ·`;
  return (
    <Badge
      tone={renewal === "overdue" ? "danger" : "warning"}
      icon={<IconCalendarDue size={14} aria-hidden />}
    >
      {t(`client_page.retainers.renewal_${renewal}`, { date })}
    </Badge>
  );
}
