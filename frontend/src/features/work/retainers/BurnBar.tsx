// Hours used of the available hours, with the forecast and the elapsed share of the period.
import type { Burn } from "../../../api/types";
import { Bullet } from "../../../ui/charts/Bullet";

export function BurnBar({ burn, label }: { burn: Burn; label: string }) {
  return (
    <Bullet
      thick
      label={label}
      used={Number(burn.used_hours)}
      available={Number(burn.available_hours)}
      forecast={Number(burn.forecast_hours)}
      elapsed={Number(burn.elapsed_percent) / 100}
    />
  );
}
