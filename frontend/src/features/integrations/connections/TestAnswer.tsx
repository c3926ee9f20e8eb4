// What came of trying a connection; read out when it comes.
import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { ConnectionTest } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import classes from "./Connections.module.css";

export function TestAnswer({ answer }: { answer: ConnectionTest }) {
  const t = useTranslate();
  const { works, message, account, what_to_do } = answer;
  const Mark = works ? IconCircleCheck : IconAlertTriangle;
  return (
    <div role="status" className={classes.answer} data-tone={works ? "success" : "danger"}>
      <Mark size={16} aria-hidden className={classes.mark} />
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
