// The home page: greeting, what needs a decision, key figures and the user's clients.
import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { MessageKey } from "../../../i18n/keys";
import { useLocale } from "../../../i18n/locale";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { intlTag } from "../../../lib/numbers";
import { useCurrentUser } from "../../../session/currentUser";
import { isEmployee } from "../../../session/permissions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { lazyComponent } from "../../../ui/lazyComponent";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { FailedConnections } from "./FailedConnections";
import classes from "./Home.module.css";
import { canSee, isOnlyEmployee } from "./queries";
import { useOpenSetup } from "./setup";
import { TriageList } from "./TriageList";
import { TriageState } from "./TriageState";

const EmployeeHome = lazyComponent(
  async () => (await import("./EmployeeHome")).EmployeeHome,
  <div className={classes.pendingHome} aria-busy="true" />,
);

// Below the list of matters: loaded after it.
const DueGoals = lazyComponent(async () => (await import("./DueGoals")).DueGoals);
const MyClients = lazyComponent(async () => (await import("./MyClients")).MyClients);

const SetupSteps = lazyComponent(
  async () => {
    const [steps] = await Promise.all([import("./SetupSteps"), loadMessages("administration")]);
    return steps.SetupSteps;
  },
  <div className={classes.pending} aria-busy="true" />,
);

const NOON = 12;
const EVENING = 18;

function greeting(now: Date, timeZone: string): MessageKey {
  const parts = new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone });
  const hour = Number(parts.format(now));
  if (hour < NOON) return "home.morning";
  return hour < EVENING ? "home.afternoon" : "home.evening";
}

/** An employee's home shows the week itself. */
function MyWeekLink() {
  const t = useTranslate();
  return (
    <ButtonLink to="/my-week" variant="default">
      {t("home.week.title")}
    </ButtonLink>
  );
}

export function HomePage({ figures }: { figures: ReactNode }) {
  const t = useTranslate();
  const locale = useLocale();
  const user = useCurrentUser();
  const setup = useOpenSetup();
  const now = new Date();
  const today = new Intl.DateTimeFormat(intlTag(locale), {
    dateStyle: "full",
    timeZone: user.timezone,
  });
  return (
    <>
      <PageTitle
        badge={<span className={classes.today}>{today.format(now)}</span>}
        actions={!isOnlyEmployee(user) && isEmployee(user) && <MyWeekLink />}
      >
        {t(greeting(now, user.timezone), { name: user.first_name })}
      </PageTitle>
      <Stack gap="md">
        {isOnlyEmployee(user) ? (
          <EmployeeHome />
        ) : (
          <>
            {setup ? <SetupSteps setup={setup} /> : <TriageState />}
            {canSee.figures(user) && <section aria-label={t("home.figures")}>{figures}</section>}
            {canSee.connections(user) && <FailedConnections />}
            <TriageList />
            {canSee.goals(user) && <DueGoals />}
            {canSee.clients(user) && <MyClients />}
          </>
        )}
      </Stack>
    </>
  );
}
