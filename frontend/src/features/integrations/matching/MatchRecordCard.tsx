// A service's record within a match: what it is, why it seems to belong there, and a way to say that it does not.
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
import type { useDecision } from "./useDecision";

type Props = { match: Match; part: MatchRecord; deciding: ReturnType<typeof useDecision> };

export function MatchRecordCard(props: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  const { match, part } = props;
  const decidable = can("matching.edit") && !part.via_parent;
  const together = match.target !== null || match.records.some((other) => isOther(other, part));
  return (
    <li className={classes.part}>
      <Origin part={part} />
      <span className={classes.partName}>{part.name}</span>
      {part.detail && <span>{part.detail}</span>}
      <Why part={part} />
      {!part.is_active && <Badge>{t("matching.inactive")}</Badge>}
      {decidable && match.status === "proposed" && together && <RejectButton {...props} />}
      {decidable && match.status === "matched" && <UnlinkButton {...props} />}
    </li>
  );
}

function isOther(other: MatchRecord, part: MatchRecord): boolean {
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

function Why({ part: { reason, score } }: Pick<Props, "part">) {
  const t = useTranslate();
  if (reason === null) return null;
  const words = t(`matching.reason.${reason}`);
  return (
    <Text size="xs" c="dimmed" component="span">
      {score === null ? words : `${words} · ${t("matching.score", { score })}`}
    </Text>
  );
}

function RejectButton({ match, part, deciding }: Props) {
  const t = useTranslate();
  const reject = () =>
    void deciding.runReversible("rejected", partAgainstRest(match, part), part.name);
  return (
    <Button size="compact-md" variant="default" disabled={deciding.busy} onClick={reject}>
      {t("matching.action.reject")}
      <PartName part={part} />
    </Button>
  );
}

function UnlinkButton({ match, part, deciding }: Props) {
  const t = useTranslate();
  const [asked, setAsked] = useState(false);
  const { name } = part;
  const unlink = async () => {
    await deciding.run(() => unlinkPart(match, part), t("matching.done.unlinked", { name }));
    setAsked(false);
  };
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setAsked(true)}>
        {t("matching.action.unlink")}
        <PartName part={part} />
      </Button>
      <ConfirmDialog
        opened={asked}
        busy={deciding.busy}
        title={t("matching.unlink.title", { name })}
        detail={t("matching.unlink.detail")}
        cancelLabel={t("common.cancel")}
        confirmLabel={t("matching.action.unlink")}
        onCancel={() => setAsked(false)}
        onConfirm={() => void unlink()}
      />
    </>
  );
}

/** Which of several buttons this is, for those who do not see where it stands. */
function PartName({ part: { service, name } }: Pick<Props, "part">) {
  const t = useTranslate();
  const origin = service === "regie" ? t("matching.ours") : serviceName(service);
  return <VisuallyHidden>{` ${name} (${origin})`}</VisuallyHidden>;
}
