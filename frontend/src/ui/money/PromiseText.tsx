// A promise to pay: its amount and day, marked when it was fulfilled or broken.
import { IconAlertTriangle, IconCircleCheck, IconClock } from "@tabler/icons-react";
import type { ClientPromise } from "../../api/types";
import { useEnumOptions } from "../../session/enumOptions";
import { DateText } from "../display/DateText";
import { EnumBadge, type EnumStyles } from "../display/EnumBadge";
import classes from "../ui.module.css";
import { MoneyText } from "./MoneyText";

const STYLES: EnumStyles<ClientPromise["status"]> = {
  due: ["info", IconClock],
  fulfilled: ["success", IconCircleCheck],
  broken: ["danger", IconAlertTriangle],
};

export function PromiseText({ promise }: { promise: ClientPromise }) {
  const { label } = useEnumOptions();
  return (
    <span className={classes.inline}>
      {promise.status !== "due" && (
        <EnumBadge styles={STYLES} value={promise.status}>
          {label("promise_status", promise.status)}
        </EnumBadge>
      )}
      <MoneyText money={promise.amount} />
      <DateText on={promise.on} />
    </span>
  );
}
