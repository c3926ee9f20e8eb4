// Asks once for all certain matches, shows how far it is, and says of each that was refused why.
import { Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatInteger } from "../../../lib/numbers";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Matching.module.css";
import { type CertainMatches, type Refused, useAcceptAll } from "./useAcceptAll";

type Props = { which: CertainMatches; asked: number; onClose: () => void };

export function AcceptAllDialog({ which, asked, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const navigate = useNavigate();
  const { state, total, accepted, refused, start, stop } = useAcceptAll(which, asked);
  const { kind, search } = which;
  const ended = state === "ended";
  const leave = () => {
    stop();
    onClose();
  };
  /** Where each can be undone. */
  const showMatched = () => {
    onClose();
    void navigate({
      to: "/admin/matching",
      search: { status: "matched", ...(kind === "client" ? {} : { tab: kind }) },
    });
  };
  return (
    <ConfirmDialog
      opened
      isHarmless
      busy={state === "running"}
      title={t("matching.all.title", { count: asked })}
      detail={t(`matching.all.detail.${kind}`)}
      cancelLabel={t(state === "asked" ? "common.cancel" : `matching.all.${state}`)}
      confirmLabel={
        ended
          ? t("matching.all.show")
          : t("matching.all.confirm", { count: formatInteger(asked, locale) })
      }
      onCancel={leave}
      onConfirm={() => (ended ? showMatched() : void start())}
    >
      <Stack gap="md" mt="md">
        {search !== "" && <Text size="sm">{t("matching.all.found", { search })}</Text>}
        {state !== "asked" && <Progress done={accepted + refused.length} total={total} />}
        <div role="status">{ended && <Outcome {...{ accepted, refused, total }} />}</div>
      </Stack>
    </ConfirmDialog>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const t = useTranslate();
  const locale = useLocale();
  const percent = total === 0 ? 100 : Math.round((done / total) * 100);
  const words = t("matching.all.progress", {
    done: formatInteger(done, locale),
    total: formatInteger(total, locale),
  });
  return (
    <div>
      <div
        role="progressbar"
        className={uiClasses.bar}
        aria-label={t("matching.all.progress_label")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
      >
        <div className={uiClasses.barFill} style={{ width: `${percent}%` }} />
      </div>
      <Text size="sm" mt={4}>
        {words}
      </Text>
    </div>
  );
}

type OutcomeProps = { accepted: number; refused: readonly Refused[]; total: number };

/** What was refused stays among the proposals. */
function Outcome({ accepted, refused, total }: OutcomeProps) {
  const t = useTranslate();
  const left = total - accepted - refused.length;
  return (
    <Stack gap="xs">
      <Text size="sm">{t("matching.all.accepted", { count: accepted })}</Text>
      {left > 0 && <Text size="sm">{t("matching.all.left", { count: left })}</Text>}
      {refused.length > 0 && (
        <>
          <Text size="sm">{t("matching.all.refused", { count: refused.length })}</Text>
          <ul className={classes.refused}>
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                <strong>{name}</strong>
                <br />
                {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}
