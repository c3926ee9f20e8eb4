// When a retainer renews, whether by itself, and until when notice can be given.
import { IconCalendarDue } from "@tabler/icons-react";
import type { Project } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { addDays, daysBetween, formatDate } from "../../../lib/dates";
import { useToday } from "../../../session/today";
import { Badge } from "../../../ui/display/Badge";
import { StripCell } from "./StripCell";
import { TabLink } from "./TabLink";

/** The notice period of a retainer without one of its own, as the server notifies it. */
const DEFAULT_NOTICE_DAYS = 30;

export function RenewalFacts({ project }: { project: Project }) {
  const t = useTranslate();
  const locale = useLocale();
  const { leaving_on, renews_on, end_on, status } = project;
  const label = t("retainers.field.renews_on");
  const terms = <TabLink tab="terms">{t("retainers.strip.terms")}</TabLink>;
  const isOver = status !== "draft" && status !== "active" && status !== "on_hold";
  if (isOver || leaving_on !== null || renews_on === null) {
    // The title says when a retainer leaves.
    const ends =
      leaving_on === null &&
      end_on !== null &&
      t("retainers.strip.ends", { date: formatDate(end_on, locale) });
    return (
      <StripCell label={label} value={ends || t("retainers.strip.none")}>
        {terms}
      </StripCell>
    );
  }
  return (
    <StripCell label={label} value={<RenewalDay project={project} on={renews_on} />}>
      <NoticeText project={project} on={renews_on} /> {terms}
    </StripCell>
  );
}

type Props = { project: Project; on: string };

/** The day, and how far away it is where someone has to decide. */
function RenewalDay({ project, on }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const days = daysBetween(useToday(), on);
  const tone = project.auto_renew
    ? "neutral"
    : days < 0
      ? "danger"
      : days <= (project.notice_days ?? DEFAULT_NOTICE_DAYS)
        ? "warning"
        : "neutral";
  return (
    <>
      {formatDate(on, locale)}{" "}
      <Badge
        tone={tone}
        icon={tone === "neutral" ? undefined : <IconCalendarDue size={14} aria-hidden />}
      >
        {t(days < 0 ? "retainers.strip.days_late" : "retainers.strip.days", {
          count: Math.abs(days),
        })}
      </Badge>
    </>
  );
}

function NoticeText({ project, on }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const today = useToday();
  const noticeOn = addDays(on, -(project.notice_days ?? DEFAULT_NOTICE_DAYS));
  const kind = project.auto_renew ? "auto" : "manual";
  return t(`retainers.strip.${kind}_${noticeOn < today ? "passed" : "notice"}`, {
    date: formatDate(noticeOn, locale),
  });
}
