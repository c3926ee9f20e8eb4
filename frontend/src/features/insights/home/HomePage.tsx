// The home page: greeting, items that need attention, key figures and the user's clients.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { MessageKey } from "../../../i18n/keys";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { intlTag } from "../../../lib/numbers";
import { useCurrentUser } from "../../../session/currentUser";
import { PageTitle } from "../../../ui/layout/PageTitle";
import classes from "./Home.module.css";
import { MyClients } from "./MyClients";
import { NeedsAttention } from "./NeedsAttention";
import { canSee } from "./queries";

const NOON = 12;
const EVENING = 18;

function greeting(now: Date, timeZone: string): MessageKey {
  const parts = new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone });
  const hour = Number(parts.format(now));
  if (hour < NOON) return "home.morning";
  return hour < EVENING ? "home.afternoon" : "home.evening";
}

export function HomePage({ figures }: { figures: ReactNode }) {
  const t = useTranslate();
  const locale = useLocale();
  const user = useCurrentUser();
  const now = new Date();
  const today = new Intl.DateTimeFormat(intlTag(locale), {
    dateStyle: "full",
    timeZone: user.timezone,
  });
  return (
    <>
      <PageTitle>{t(greeting(now, user.timezone), { name: user.first_name })}</PageTitle>
      <Stack gap="lg">
        <Text c="dimmed" className={classes.today}>
          {today.format(now)}
        </Text>
        <NeedsAttention />
        {canSee.figures(user) && <section aria-label={t("home.figures")}>{figures}</section>}
        {canSee.clients(user) && <MyClients />}
      </Stack>
    </>
  );
}
