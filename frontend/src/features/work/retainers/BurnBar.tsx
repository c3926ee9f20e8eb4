// Hours used of the available hours, with the forecast and the elapsed share of the period.
import type { Burn } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Bullet } from "../../../ui/charts/Bullet";
import classes from "./Retainers.module.css";

type Props = {
  burn: Omit<Burn, "months">;
  label: string;
  /** How many times the available hours the bar can hold. */
  span?: number;
};

export function BurnBar({ burn, label, span }: Props) {
  const t = useTranslate();
  if (Number(burn.available_hours) === 0 && Number(burn.used_hours) === 0)
    return <span className={classes.muted}>{t("retainers.no_hours")}</span>;
  return (
    <Bullet
      thick
      label={label}
      used={Number(burn.used_hours)}
      available={Number(burn.available_hours)}
      forecast={Number(burn.forecast_hours)}
      elapsed={Number(burn.elapsed_percent) / 100}
      {...(span === undefined ? {} : { span })}
    />
  );
}
