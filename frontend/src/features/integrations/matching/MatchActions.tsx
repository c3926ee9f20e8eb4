// What can be decided about a whole match: accept it, give it to something known, leave it aside, bring it back.
import { Button, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Match, MatchCreate } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import classes from "./Matching.module.css";
import { acceptMatch, allRecords, choicesOf } from "./matchCalls";
import { canTakeMore } from "./services";
import type { useDecision } from "./useDecision";

const MatchDialog = lazy(async () => ({ default: (await import("./MatchDialog")).MatchDialog }));

const SearchDialog = lazy(async () => ({
  default: (await import("./SearchDialog")).SearchDialog,
}));

type Props = { match: Match; deciding: ReturnType<typeof useDecision> };

export function MatchActions({ match, deciding }: Props) {
  const t = useTranslate();
  const [opened, setOpened] = useState<"create" | "link" | null>(null);
  const close = () => setOpened(null);
  const { name, status } = match;
  const hidden = <VisuallyHidden>{` ${name}`}</VisuallyHidden>;
  if (status === "ignored") {
    return (
      <div className={classes.actions}>
        <Button
          size="compact-md"
          variant="default"
          loading={deciding.busy}
          onClick={() => void deciding.restore(allRecords(match), name)}
        >
          {t("matching.action.restore")}
          {hidden}
        </Button>
      </div>
    );
  }
  if (status === "matched") {
    return (
      <div className={classes.actions}>
        <SearchButton match={match} deciding={deciding} />
      </div>
    );
  }
  return (
    <div className={classes.actions}>
      <Accept match={match} deciding={deciding} onReview={() => setOpened("create")} />
      {match.target === null && (
        <Button size="compact-md" variant="default" onClick={() => setOpened("link")}>
          {t("matching.action.link")}
          {hidden}
        </Button>
      )}
      <SearchButton match={match} deciding={deciding} />
      {match.records.length > 0 && (
        <Button
          size="compact-md"
          variant="default"
          disabled={deciding.busy}
          onClick={() => void deciding.runReversible("ignored", allRecords(match), name)}
        >
          {t("matching.action.ignore")}
          {hidden}
        </Button>
      )}
      {opened && (
        <Suspense fallback={null}>
          <MatchDialog
            match={match}
            records={choicesOf(match.records)}
            how={opened}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A record that nothing proposes is linked by hand; what both are may still have to be said. */
function SearchButton({ match, deciding }: Props) {
  const t = useTranslate();
  const [opened, setOpened] = useState(false);
  const [both, setBoth] = useState<MatchCreate["records"] | null>(null);
  if (!canTakeMore(match)) return null;
  const goOn = (records: MatchCreate["records"]) => {
    setOpened(false);
    setBoth(records);
  };
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setOpened(true)}>
        {t("matching.action.search")}
        <VisuallyHidden>{` ${match.name}`}</VisuallyHidden>
      </Button>
      <Suspense fallback={null}>
        {opened && (
          <SearchDialog
            match={match}
            deciding={deciding}
            onNew={goOn}
            onClose={() => setOpened(false)}
          />
        )}
        {both && (
          <MatchDialog match={match} records={both} how="create" onClose={() => setBoth(null)} />
        )}
      </Suspense>
    </>
  );
}

/** At once where nothing more has to be said; a project has a form of its own, which begins with its deal. */
function Accept({ match, deciding, onReview }: Props & { onReview: () => void }) {
  const t = useTranslate();
  const { name, draft, is_ready, target, records } = match;
  const hidden = <VisuallyHidden>{` ${name}`}</VisuallyHidden>;
  if (is_ready) {
    const accept = () =>
      void deciding.run(() => acceptMatch(match), t("matching.done.accepted", { name }));
    return (
      <Button size="compact-md" loading={deciding.busy} onClick={accept}>
        {t("matching.action.accept")}
        {hidden}
      </Button>
    );
  }
  if (draft !== null) {
    return (
      <Button size="compact-md" onClick={onReview}>
        {t("matching.action.review")}
        {hidden}
      </Button>
    );
  }
  if (target !== null) return null;
  const deal = records.find(({ service }) => service === "hubspot");
  return (
    <ButtonLink
      to="/projects/create"
      search={deal ? { deal: deal.api_id } : {}}
      size="compact-md"
      variant="default"
    >
      {t("matching.action.create_project")}
      {hidden}
    </ButtonLink>
  );
}
