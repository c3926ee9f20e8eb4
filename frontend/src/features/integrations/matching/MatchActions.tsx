// The actions on a match: accept, link to an existing record, ignore, restore.
import { Button, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Match, MatchCreate } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import classes from "./Matching.module.css";
import { acceptMatch, allRecords, toReferences } from "./matchCalls";
import { canLinkMore } from "./services";
import type { useDecisions } from "./useDecisions";

const MatchDialog = lazy(async () => ({ default: (await import("./MatchDialog")).MatchDialog }));

const SearchDialog = lazy(async () => ({
  default: (await import("./SearchDialog")).SearchDialog,
}));

type Props = { match: Match; decisions: ReturnType<typeof useDecisions> };

export function MatchActions({ match, decisions }: Props) {
  const t = useTranslate();
  const [opened, setOpened] = useState<"create" | "link" | null>(null);
  const close = () => setOpened(null);
  const { name, status } = match;
  const hiddenName = <VisuallyHidden>{` ${name}`}</VisuallyHidden>;
  if (status === "ignored") {
    return (
      <div className={classes.actions}>
        <Button
          size="compact-md"
          variant="default"
          loading={decisions.busy}
          onClick={() => void decisions.restore(allRecords(match), name)}
        >
          {t("matching.action.restore")}
          {hiddenName}
        </Button>
      </div>
    );
  }
  if (status === "matched") {
    return (
      <div className={classes.actions}>
        <SearchButton match={match} decisions={decisions} />
      </div>
    );
  }
  return (
    <div className={classes.actions}>
      <AcceptButton match={match} decisions={decisions} onReview={() => setOpened("create")} />
      {match.target === null && (
        <Button size="compact-md" variant="default" onClick={() => setOpened("link")}>
          {t("matching.action.link")}
          {hiddenName}
        </Button>
      )}
      <SearchButton match={match} decisions={decisions} />
      {match.records.length > 0 && (
        <Button
          size="compact-md"
          variant="default"
          disabled={decisions.busy}
          onClick={() => void decisions.runReversible("ignored", allRecords(match), name)}
        >
          {t("matching.action.ignore")}
          {hiddenName}
        </Button>
      )}
      {opened && (
        <Suspense fallback={null}>
          <MatchDialog
            match={match}
            records={toReferences(match.records)}
            mode={opened}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Links an unproposed record; if neither is known yet, a form for the new record via_parent. */
function SearchButton({ match, decisions }: Props) {
  const t = useTranslate();
  const [opened, setOpened] = useState(false);
  const [newParts, setNewParts] = useState<MatchCreate["records"] | null>(null);
  if (!canLinkMore(match)) return null;
  const showCreateDialog = (records: MatchCreate["records"]) => {
    setOpened(false);
    setNewParts(records);
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
            decisions={decisions}
            onNew={showCreateDialog}
            onClose={() => setOpened(false)}
          />
        )}
        {newParts && (
          <MatchDialog
            match={match}
            records={newParts}
            mode="create"
            onClose={() => setNewParts(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Accepts a complete match at once; opens a form otherwise. */
function AcceptButton({ match, decisions, onReview }: Props & { onReview: () => void }) {
  const t = useTranslate();
  const { name, draft, is_ready, status, target, records } = match;
  // A record of one service alone is matched with nothing.
  const isNew = status === "unmatched" && target === null;
  const hiddenName = <VisuallyHidden>{` ${name}`}</VisuallyHidden>;
  if (is_ready) {
    const accept = () =>
      void decisions.run(() => acceptMatch(match), t("matching.done.accepted", { name }));
    return (
      <Button size="compact-md" loading={decisions.busy} onClick={accept}>
        {t(isNew ? "matching.action.create" : "matching.action.accept")}
        {hiddenName}
      </Button>
    );
  }
  if (draft !== null) {
    return (
      <Button size="compact-md" onClick={onReview}>
        {t(isNew ? "matching.action.create_review" : "matching.action.review")}
        {hiddenName}
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
      {hiddenName}
    </ButtonLink>
  );
}
