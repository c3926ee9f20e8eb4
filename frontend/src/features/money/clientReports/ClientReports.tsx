// The reports of a retainer for its client: the PDF of a month, and the private links to share one.
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconLinkOff, IconShare } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiUrl } from "../../../api/client";
import { dataQuery } from "../../../api/queries";
import type { Project, ReportLink, ReportLinks } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { businessDay, formatDate, monthOfYear } from "../../../lib/dates";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { RecordActions } from "../../../ui/actions/RecordActions";
import { SmallTable } from "../../../ui/details/SmallTable";
import { Badge } from "../../../ui/display/Badge";
import { RelativeText } from "../../../ui/display/DateText";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { NativeSelectField } from "../../../ui/fields/NativeSelectField";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./ClientReports.module.css";

const ShareDialog = lazyComponent(async () => (await import("./ShareDialog")).ShareDialog, null);
const ICON_SIZE = 16;

/** Shown to callers who see the retainer's money. */
export function ClientReports({ project }: { project: Project }) {
  const scope = usePermissions().scope("projects.money");
  const seesMoney = scope === "all" || (scope !== null && project.can.includes("edit"));
  return seesMoney && <Reports projectId={project.api_id} />;
}

function Reports({ projectId }: { projectId: string }) {
  const t = useTranslate();
  const { data, isError, error, refetch } = useQuery(
    dataQuery("/projects/{id}/report-links", { params: { id: projectId } }),
  );
  if (data === undefined) return isError ? <LoadFailure retry={refetch} error={error} /> : null;
  if (data.months.length === 0) return null;
  return (
    <Section title={t("client_reports.title")}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t("client_reports.lead")}
        </Text>
        <Choices projectId={projectId} reports={data} />
        <Links reports={data} />
      </Stack>
    </Section>
  );
}

/** The last month that is over, as far as there is one. */
const defaultMonth = ({ months }: ReportLinks) => months[1] ?? months[0] ?? "";

function Choices({ projectId, reports }: { projectId: string; reports: ReportLinks }) {
  const t = useTranslate();
  const locale = useLocale();
  const [month, setMonth] = useState(defaultMonth(reports));
  const [opened, setOpened] = useState(false);
  const choices = reports.months.map((value) => ({ value, label: monthOfYear(value, locale) }));
  const params = { id: projectId, month: month.slice(0, 7) };
  return (
    <div className={classes.choices}>
      <NativeSelectField
        label={t("client_reports.month")}
        value={month}
        choices={choices}
        onChange={setMonth}
      />
      <Group gap="xs">
        <Button
          component="a"
          href={apiUrl("/projects/{id}/reports/{month}", { params })}
          download
          variant="default"
          leftSection={<IconDownload size={ICON_SIZE} aria-hidden />}
        >
          {t("client_reports.pdf")}
        </Button>
        {reports.can_share && (
          <Button
            leftSection={<IconShare size={ICON_SIZE} aria-hidden />}
            onClick={() => setOpened(true)}
          >
            {t("client_reports.share.action")}
          </Button>
        )}
      </Group>
      {opened && (
        <ShareDialog
          projectId={projectId}
          months={choices}
          month={month}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  );
}

function Links({ reports: { links, can_share } }: { reports: ReportLinks }) {
  const t = useTranslate();
  const locale = useLocale();
  if (links.length === 0) return <Text size="sm">{t("client_reports.links.none")}</Text>;
  return (
    <SmallTable
      label={t("client_reports.links.label")}
      heads={[
        { label: t("client_reports.month") },
        { label: t("client_reports.links.created_by") },
        { label: t("client_reports.links.created_at") },
        { label: t("client_reports.links.last_opened_at") },
        { label: t("client_reports.links.state") },
        ...(can_share ? [{ label: t("client_reports.links.actions") }] : []),
      ]}
      rows={links.map((link) => ({
        key: link.api_id,
        cells: [
          monthOfYear(link.month, locale),
          link.created_by.name,
          <RelativeText key="created" at={link.created_at} />,
          link.last_opened_at ? (
            <RelativeText key="opened" at={link.last_opened_at} />
          ) : (
            t("client_reports.links.never")
          ),
          <LinkState key="state" link={link} />,
          link.state === "active" && <Withdraw key="withdraw" link={link} />,
        ],
      }))}
    />
  );
}

function LinkState({ link }: { link: ReportLink }) {
  const t = useTranslate();
  const locale = useLocale();
  const { timezone } = useCurrentUser();
  const date = formatDate(businessDay(new Date(link.expires_at), timezone), locale);
  if (link.state === "withdrawn")
    return (
      <Badge tone="danger">
        {t("client_reports.links.withdrawn", { name: link.withdrawn_by?.name ?? "" })}
      </Badge>
    );
  return (
    <Badge tone={link.state === "active" ? "success" : "neutral"}>
      {t(`client_reports.links.${link.state}`, { date })}
    </Badge>
  );
}

function Withdraw({ link }: { link: ReportLink }) {
  const t = useTranslate();
  const name = monthOfYear(link.month, useLocale());
  return (
    <RecordActions
      path="/projects"
      record={{ api_id: link.api_id, name }}
      actions={[
        {
          label: t("client_reports.withdraw.action"),
          icon: <IconLinkOff size={ICON_SIZE} />,
          danger: true,
          irreversible: {
            run: () => api.delete("/report-links/{id}", { params: { id: link.api_id } }),
            done: t("client_reports.withdraw.done"),
            confirmation: {
              title: t("client_reports.withdraw.title"),
              detail: t("client_reports.withdraw.detail"),
            },
          },
        },
      ]}
    />
  );
}
