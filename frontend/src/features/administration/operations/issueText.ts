// The title and the remedy of each issue.
import type { Operations, Service } from "../../../api/types";
import type { MessageKey } from "../../../i18n/keys";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatSize } from "../../../lib/fileSizes";
import { serviceName } from "../../../lib/services";
import { useMoment } from "./useMoment";

type Issue = Operations["issues"][number];

/** The issues that have another title when they have no time. */
const NEVER: Partial<Record<Issue["code"], MessageKey>> = {
  no_worker: "operations.issue.no_worker.never",
  backup_overdue: "operations.issue.backup_overdue.never",
  service_failing: "operations.issue.service_failing.never",
};

export function useIssueText({ storage, backup, services }: Operations) {
  const t = useTranslate();
  const locale = useLocale();
  const moment = useMoment();
  return ({ code, subject, at, count }: Issue) => {
    const disk = storage.disks.find(({ content }) => content === subject);
    const service = services.find((one) => one.service === subject);
    const values = {
      time: at === null ? "" : moment(at),
      count: count ?? 0,
      host: subject ?? "",
      reason: (code === "backup_damaged" ? backup.last_verification : backup.last)?.error ?? "",
      name: subject ?? "",
      queue: subject === null ? "" : t(`operations.queue.${subject}` as MessageKey),
      service: subject === null ? "" : serviceName(subject as Service),
      disk: disk ? t(`operations.storage.disk.${disk.content}`) : "",
      free: disk ? formatSize(disk.free, locale) : "",
      total: disk ? formatSize(disk.total, locale) : "",
    };
    const never = at === null ? NEVER[code] : undefined;
    const advice = [service?.message, service?.what_to_do].filter(Boolean).join(" ");
    return {
      title: t(never ?? `operations.issue.${code}.title`, values),
      remedy: advice || t(`operations.issue.${code}.remedy`, values),
    };
  };
}
