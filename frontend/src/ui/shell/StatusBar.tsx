// One quiet line at the end of every page: no network, a newer version, or a connection that failed.
import { IconAlertTriangle, IconInfoCircle, type TablerIcon } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import { useIsOnline } from "../../lib/connectivity";
import { useHasNewVersion } from "../../lib/newVersion";
import { serviceName } from "../../lib/services";
import { useFailedConnections } from "../../session/connections";
import { usePermissions } from "../../session/permissions";
import classes from "./StatusBar.module.css";

type LineProps = { icon: TablerIcon; tone: "warning" | "info"; text: string; children?: ReactNode };

function Line({ icon: Icon, tone, text, children }: LineProps) {
  return (
    <div className={classes.line} data-tone={tone}>
      <Icon size={16} aria-hidden className={classes.icon} />
      <span>{text}</span>
      {children}
    </div>
  );
}

export function StatusBar() {
  const t = useTranslate();
  const isOnline = useIsOnline();
  const hasNewVersion = useHasNewVersion();
  return (
    // The region is there from the start, so that screen readers announce what appears in it.
    <div role="status" className={classes.bar}>
      {!isOnline && (
        <Line
          icon={IconAlertTriangle}
          tone="warning"
          text={`${t("common.offline.summary")} ${t("common.offline.detail")}`}
        />
      )}
      {isOnline && hasNewVersion && (
        <Line icon={IconInfoCircle} tone="info" text={t("shell.new_version.ready")}>
          <button type="button" className={classes.action} onClick={() => window.location.reload()}>
            {t("shell.new_version.reload")}
          </button>
        </Line>
      )}
      {isOnline && <ConnectionLine />}
    </div>
  );
}

/** For those who can repair a connection. */
function ConnectionLine() {
  const t = useTranslate();
  const { can, isAdmin } = usePermissions();
  const failed = useFailedConnections();
  if (failed.length === 0 || !isAdmin || !can("connections.run")) return null;
  const services = failed.map(({ service }) => serviceName(service)).join(", ");
  return (
    <Line
      icon={IconAlertTriangle}
      tone="warning"
      text={t("shell.failed_connections", { services, count: failed.length })}
    >
      <Link to="/admin/connections" className={classes.action}>
        {t("shell.open_connections")}
      </Link>
    </Line>
  );
}
