// What comes next with a client: each line with its day, amount and link.
import "@mantine/core/styles/Skeleton.css";
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { runIf } from "../../../api/queries";
import type { Client } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { useToday } from "../../../session/today";
import { DateText } from "../../../ui/display/DateText";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { MoneyText } from "../../../ui/money/MoneyText";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./ClientOverview.module.css";
import { type NextItem, nextItems } from "./nextItems";
import {
  approvalsQuery,
  burnsQuery,
  canSee,
  dealsQuery,
  paymentsQuery,
  stepsQuery,
} from "./queries";
import { useStepDone } from "./useStepDone";

/** The expected height, to avoid layout shifts. */
const ROWS_HEIGHT = 176;

export function ClientNext({ client }: { client: Client }) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const user = useCurrentUser();
  const id = client.api_id;
  const approvals = useQuery({ ...approvalsQuery(id), ...runIf(canSee.approvals(user)) });
  const payments = useQuery({ ...paymentsQuery(id), ...runIf(canSee.payments(user)) });
  const burns = useQuery({ ...burnsQuery(id), ...runIf(canSee.retainers(user)) });
  const deals = useQuery({ ...dealsQuery(id), ...runIf(canSee.deals(user)) });
  const steps = useQuery(stepsQuery(id));
  // Not those that the user may not read, which are never requested.
  const isLoading = [approvals, payments, burns, deals, steps].some((query) => query.isLoading);
  const items = nextItems(
    client,
    {
      approvals: approvals.data?.data ?? [],
      payments: payments.data?.data ?? [],
      burns: burns.data?.data ?? [],
      deals: deals.data?.data ?? [],
      steps: steps.data?.data ?? [],
    },
    today,
    locale,
  );
  return (
    <section className={classes.section} aria-label={t("client_page.next.title")}>
      <div className={classes.heading}>
        <h2>{t("client_page.next.title")}</h2>
        {!isLoading && items.length === 0 && <span>{t("client_page.next.none")}</span>}
      </div>
      {isLoading && <Skeleton height={ROWS_HEIGHT} />}
      {!isLoading && items.length > 0 && (
        <ul className={classes.rows}>
          {items.map((item) => (
            <Item key={item.key} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

const TABS: Partial<Record<NextItem["kind"], string>> = {
  payment: "payments",
  approval: "overview",
  renewal: "terms",
  renewal_auto: "terms",
};

function Item({ item }: { item: NextItem }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const complete = useStepDone();
  const { kind, name, project, on, money, isLate, note } = item;
  const tab = TABS[kind];
  return (
    <li className={classes.next}>
      <span className={classes.day} data-late={isLate || undefined}>
        {on === null ? "" : <DateText on={on} />}
      </span>
      <span className={classes.what}>
        {project === null ? (
          name
        ) : (
          <Link
            to="/projects/$id/view"
            params={{ id: project }}
            search={tab === undefined || tab === "overview" ? {} : { tab }}
            className={uiClasses.link}
          >
            {name}
          </Link>
        )}{" "}
        <span className={classes.muted}>
          {note
            ? note.next_owner?.name
            : kind !== "step" && t(`client_page.next.${isLate ? "late" : "kind"}.${kind}`)}
        </span>
      </span>
      <span className={classes.money}>{money && <MoneyText money={money} />}</span>
      {note?.can.includes("complete") && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t("client_page.note.complete_step", { step: name })}
          onClick={() => complete(note, true)}
        >
          {t("client_page.note.complete")}
        </Button>
      )}
      {kind === "deal" && project === null && can("projects.create") && (
        <ButtonLink
          to="/projects/create"
          search={{ deal: item.key }}
          size="compact-sm"
          variant="default"
          aria-label={`${t("client_page.next.create_project")} (${name})`}
        >
          {t("client_page.next.create_project")}
        </ButtonLink>
      )}
    </li>
  );
}
