// A group of time entries on a phone: its name, its hours and its share.
import type { TimeEntryGroup } from "../../../api/types";
import { HoursText } from "../../../ui/display/HoursText";
import { GroupShare } from "./GroupShare";
import classes from "./RecordHours.module.css";
import { GroupToggle } from "./recordGroupCells";

export function GroupCard({ group }: { group: TimeEntryGroup }) {
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <GroupToggle group={group} />
        <strong>
          <HoursText hours={group.hours} />
        </strong>
      </div>
      <GroupShare percent={group.share_percent} />
    </div>
  );
}
