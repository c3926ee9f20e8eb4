// One connection: state, problems, last test and actions.
import { Text } from "@mantine/core";
import { useState } from "react";
import type { Connection, ConnectionTest } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { RelativeText } from "../../../ui/display/DateText";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { ConnectionStatus } from "../../../ui/services/ConnectionStatus";
import uiClasses from "../../../ui/ui.module.css";
import { ConnectionActions } from "./ConnectionActions";
import { ConnectionMenu } from "./ConnectionMenu";
import classes from "./Connections.module.css";
import { ConsentEnd } from "./ConsentEnd";
import { MissingRecords } from "./MissingRecords";
import { RunProgress } from "./RunProgress";
import { TestResult } from "./TestResult";

export function ConnectionCard({ connection }: { connection: Connection }) {
  const [testResult, setTestResult] = useState<ConnectionTest | null>(null);
  const { service, state, last_run: run } = connection;
  const name = serviceName(service);
  return (
    <li>
      <section className={`${uiClasses.card} ${classes.card}`} aria-label={name}>
        <div className={classes.head}>
          <h2 className={classes.name}>
            {name}
            <StatusBadge enumName="connection_state" value={state} />
          </h2>
          {state !== "off" && <ConnectionMenu connection={connection} />}
        </div>
        <div className={classes.text}>
          <ConnectionStatus connection={connection} />
          {state !== "off" && <NextRun at={connection.next_run_at} />}
          {connection.consent_ends_at && <ConsentEnd at={connection.consent_ends_at} />}
        </div>
        {state === "running" && run && <RunProgress service={service} run={run} />}
        {state !== "running" && run?.error === "vanished" && <MissingRecords service={service} />}
        {testResult && <TestResult result={testResult} />}
        <ConnectionActions connection={connection} onTested={setTestResult} />
      </section>
    </li>
  );
}

function NextRun({ at }: { at: string | null }) {
  const t = useTranslate();
  return (
    <Text size="sm" c="dimmed" component="div">
      {t("connections.next_run")}{" "}
      {at === null ? t("connections.only_on_demand") : <RelativeText at={at} />}
    </Text>
  );
}
