// The result of a connection test, announced to screen readers.
import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { ConnectionTest } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import classes from "./Connections.module.css";

export function TestResult({ result }: { result: ConnectionTest }) {
  const t = useTranslate();
  const { works, message, account, what_to_do } = result;
  const Icon = works ? IconCircleCheck : IconAlertTriangle;
  return (
    <div role="status" className={classes.result} data-tone={works ? "success" : "danger"}>
      <Icon size={16} aria-hidden className={classes.icon} />
      <div>
        <Text size="sm" inherit>
          {t(works ? "connections.test.works" : "connections.test.failed", { message })}
        </Text>
        {account && (
          <Text size="sm" inherit>
            {t("connections.test.account", { account })}
          </Text>
        )}
        {what_to_do && (
          <Text size="sm" inherit>
            {what_to_do}
          </Text>
        )}
      </div>
    </div>
  );
}
