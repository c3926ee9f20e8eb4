// A retainer of the burn list on a phone, in three lines: who, how much, and the bar.
import { Link } from "@tanstack/react-router";
import type { Burn } from "../../../api/types";
import { shortName } from "../../../lib/shortName";
import { LeavingBadge } from "../../../ui/display/LeavingBadge";
import uiClasses from "../../../ui/ui.module.css";
import { BurnBar } from "./BurnBar";
import { LastsTo, LeftHours } from "./burnCells";
import { useBurnText } from "./burnText";
import { RenewalBadge } from "./RenewalBadge";
import classes from "./Retainers.module.css";

export function BurnCard({ burn }: { burn: Burn }) {
  const { left, runsOut, forecast } = useBurnText(burn);
  const { project, client, leaving_on } = burn;
  return (
    <div className={classes.card}>
      <div className={classes.cardName}>
        <Link to="/projects/$id/view" params={{ id: project.api_id }} className={uiClasses.link}>
          {shortName(project.name, client)}
        </Link>
        <span className={classes.muted}>{client.name}</span>
        {leaving_on === null ? (
          <RenewalBadge burn={burn} isShort />
        ) : (
          <LeavingBadge on={leaving_on} />
        )}
      </div>
      <div className={classes.cardHours}>
        <LeftHours burn={burn} />
        <LastsTo burn={burn} />
      </div>
      <BurnBar burn={burn} label={[left, runsOut, forecast].join(" · ")} />
    </div>
  );
}
