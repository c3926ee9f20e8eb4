// One service's record in a match: origin, reason, and buttons to reject or unlink it.
import { Button, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import type { Match, MatchRecord } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { serviceName } from "../../../lib/services";
import { usePermissions } from "../../../session/permissions";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Badge } from "../../../ui/display/Badge";
import { SourceLink } from "../../../ui/services/SourceLinks";
import classes from "./Matching.module.css";
import { partAgainstRest, unlinkPart } from "./matchCalls";
import type { useDecisions } from "./useDecisions";

type Props = { match: Match; part: MatchRecord; decisions: ReturnType<typeof useDecisions> };

export function MatchRecordCard(props: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  const { match, part } = props;
  const canDecide = can("matching.edit") && !part.via_parent;
  const hasOthers =
    match.target !== null || match.records.some((other) => isIndependentOther(other, part));
  return (
    <li className={classes.part}>
      <Origin part={part} />
      <span className={classes.partName}>{part.name}</span>
      {part.detail && <span>{part.detail}</span>}
      <Reason part={part} />
      {!part.is_active && <Badge>{t("matching.inactive")}</Badge>}
      {canDecide && match.status === "proposed" && hasOthers && <RejectButton {...props} />}
      {canDecide && match.status === "matched" && <UnlinkButton {...props} />}
    </li>
  );
}

function isIndependentOther(other: MatchRecord, part: MatchRecord): boolean {
  return other !== part && !other.via_parent;
}

function Origin({ part: { service, url } }: Pick<Props, "part">) {
  const t = useTranslate();
  return (
    <Text size="xs" c="dimmed" component="span">
      {service === "regie" ? (
        t("matching.ours")
      ) : (
        <>
          {serviceName(service)}
          {url !== null && (
            <>
              {" · "}
              <SourceLink service={service} url={url} />
            </>
          )}
        </>
      )}
    </Text>
  );
}

function Reason({ part: { reason, score } }: Pick<Props, "part">) {
  const t = useTranslate();
  if (reason === null) return null;
  const text = t(`matching.reason.${reason}`);
  return (
    <Text size="xs" c="dimmed" component="span">
      {score === null ? text : `${text} · ${t("matching.score", { score })}`}
    </Text>
  );
}

function RejectButton({ match, part, decisions }: Props) {
  const t = useTranslate();
  const reject = () =>
    void decisions.runReversible("rejected", partAgainstRest(match, part), part.name);
  return (
    <Button size="compact-md" variant="default" disabled={decisions.busy} onClick={reject}>
      {t("matching.action.reject")}
      <PartName part={part} />
    </Button>
  );
}

function UnlinkButton({ match, part, decisions }: Props) {
  const t = useTranslate();
  const [isConfirming, setConfirming] = useState(false);
  const { name } = part;
  const unlink = async () => {
    await decisions.run(() => unlinkPart(match, part), t("matching.done.unlinked", { name }));
    setConfirming(false);
  };
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setConfirming(true)}>
        {t("matching.action.unlink")}
        <PartName part={part} />
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        busy={decisions.busy}
        title={t("matching.unlink.title", { name })}
        detail={t("matching.unlink.detail")}
        cancelLabel={t("common.cancel")}
        confirmLabel={t("matching.action.unlink")}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void unlink()}
      />
    </>
  );
}

/** Distinguishes the buttons for screen readers. */
function PartName({ part: { service, name } }: Pick<Props, "part">) {
  const t = useTranslate();
  const origin = service === "regie" ? t("matching.ours") : serviceName(service);
  return <VisuallyHidden>{` ${name} (${origin})`}</VisuallyHidden>;
}
