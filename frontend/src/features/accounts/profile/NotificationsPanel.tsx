// The user's notification choices: per event, in the app or not, and how by mail.
import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Switch.css";
import { NativeSelect, Skeleton, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { NotificationSettings } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatTime } from "../../../lib/dates";
import { timezoneName } from "../../../lib/timezoneName";
import { useCurrentUser } from "../../../session/currentUser";
import { useEnumOptions } from "../../../session/enumOptions";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import classes from "./Notifications.module.css";
import {
  type ByMail,
  choicesQuery,
  type EventSettings,
  useSaveChoice,
} from "./useNotificationChoices";

const MAIL_OPTIONS: readonly ByMail[] = ["at_once", "digest", "never"];

export function NotificationsPanel() {
  const t = useTranslate();
  const { data: choices, isError, refetch } = useQuery(choicesQuery);
  return (
    <Section title={t("profile.notifications.title")}>
      {choices && <ChoicesTable choices={choices} />}
      {!choices && (isError ? <LoadFailure retry={refetch} /> : <Skeleton height={420} />)}
    </Section>
  );
}

function ChoicesTable({ choices }: { choices: NotificationSettings }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const saving = useSaveChoice();
  const hour = String(choices.digest_hour).padStart(2, "0");
  const time = formatTime(`2000-01-01T${hour}:00`, locale);
  const state = saving.isPending ? "saving" : "saved";
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t("profile.notifications.detail", { time, zone: timezoneName(timezone) })}
      </Text>
      <table className={classes.table} aria-label={t("profile.notifications.table")}>
        <thead>
          <tr>
            <th scope="col">{t("profile.notifications.event")}</th>
            <th scope="col">{t("profile.notifications.in_app")}</th>
            <th scope="col">{t("profile.notifications.by_mail")}</th>
          </tr>
        </thead>
        <tbody>
          {choices.events.map((choice) => (
            <EventRow
              key={choice.event}
              choice={choice}
              onChoose={(values) => saving.mutate({ event: choice.event, values })}
            />
          ))}
        </tbody>
      </table>
      <Text role="status" size="sm" c="dimmed" mt="sm" mih={20}>
        {saving.isPending || saving.isSuccess ? t(`profile.notifications.${state}`) : ""}
      </Text>
    </>
  );
}

type RowProps = {
  choice: EventSettings;
  onChoose: (values: Partial<Pick<EventSettings, "in_app" | "by_mail">>) => void;
};

function EventRow({ choice, onChoose }: RowProps) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const event = label("notification_event", choice.event);
  const descriptionId = `about-${choice.event}`;
  return (
    <tr>
      <th scope="row">
        {event}
        <div id={descriptionId} className={classes.about}>
          {t(`profile.notifications.about.${choice.event}`)}
        </div>
      </th>
      <td data-label={t("profile.notifications.in_app")}>
        {choice.always_in_app ? (
          t("profile.notifications.always")
        ) : (
          <Switch
            checked={choice.in_app}
            aria-label={t("profile.notifications.in_app_of", { event })}
            aria-describedby={descriptionId}
            onChange={({ currentTarget }) => onChoose({ in_app: currentTarget.checked })}
          />
        )}
      </td>
      <td data-label={t("profile.notifications.by_mail")}>
        <NativeSelect
          value={choice.by_mail}
          aria-label={t("profile.notifications.by_mail_of", { event })}
          aria-describedby={descriptionId}
          data={MAIL_OPTIONS.map((value) => ({
            value,
            label: t(`profile.notifications.channel.${value}`),
          }))}
          onChange={({ currentTarget }) => {
            const by_mail = MAIL_OPTIONS.find((option) => option === currentTarget.value);
            if (by_mail) onChoose({ by_mail });
          }}
        />
      </td>
    </tr>
  );
}
