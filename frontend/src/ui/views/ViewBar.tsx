// The open view above its list: what it is called, whether the list has moved on from it, and the way back to everything.
import { Button, Text } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SavedView } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { Badge } from "../display/Badge";
import { viewQuery, viewSearch } from "../table/listSearch";
import { SaveForm } from "./SaveForm";
import { openedSearch, viewsQuery } from "./savedViews";
import { useNoteUse } from "./useNoteUse";
import { useViewChanges } from "./useViewChanges";
import classes from "./Views.module.css";
import type { ViewsProps } from "./viewsProps";

export function ViewBar(props: ViewsProps) {
  const { list, name, state } = props;
  const t = useTranslate();
  const { data, isPlaceholderData, isError } = useQuery(viewsQuery(name));
  const known = isPlaceholderData ? undefined : data?.data;
  const view = known?.find(({ api_id }) => api_id === state.search.saved);
  useNoteUse(view);
  const now = viewQuery(list, state.search);
  const kept = view && viewQuery(list, viewSearch(list, view.query));
  return (
    <section className={classes.bar} aria-label={t("views.open_view")} aria-busy={!known}>
      <IconBookmark size={16} aria-hidden />
      {known && <ViewName view={view} differs={kept !== now} />}
      {(known || isError) && (
        // The key ends a form that was begun for another view.
        <ViewSteps key={state.search.saved} {...props} view={view} now={now} kept={kept} />
      )}
    </section>
  );
}

function ViewName({ view, differs }: { view: SavedView | undefined; differs: boolean }) {
  const t = useTranslate();
  if (!view) return <Text size="sm">{t("views.gone")}</Text>;
  const { is_mine: mine, owner } = view;
  return (
    <>
      <strong className={classes.opened}>{view.name}</strong>
      {view.is_shared && (
        <Badge>{mine ? t("views.shared_by_me") : t("views.shared_by", { name: owner.name })}</Badge>
      )}
      {differs && (
        <Text size="xs" c="dimmed">
          {t("views.differs")}
        </Text>
      )}
    </>
  );
}

type StepsProps = ViewsProps & {
  view: SavedView | undefined;
  now: string;
  kept: string | undefined;
};

function ViewSteps({ list, name, state, view, now, kept }: StepsProps) {
  const t = useTranslate();
  const { change } = useViewChanges();
  const [naming, setNaming] = useState(false);
  // What is gone can be kept anew, unless it is the list as it comes.
  const differs = view ? kept !== now : now !== "";
  const update = (to: SavedView) =>
    change.mutate({
      view: to,
      to: { query: now },
      done: t("views.updated", { name: to.name }),
    });
  return (
    <>
      {differs && view?.may_change && (
        <Button size="compact-xs" loading={change.isPending} onClick={() => update(view)}>
          {t(view.is_shared ? "views.update_shared" : "views.update_open")}
        </Button>
      )}
      {differs && (
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={naming}
          onClick={() => setNaming(!naming)}
        >
          {t("views.save_as")}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={() => state.show({})}>
        {t("views.show_everything")}
      </Button>
      {differs && naming && (
        <div className={classes.naming}>
          <SaveForm
            list={name}
            now={now}
            onSaved={(saved) => state.show(openedSearch(list, saved))}
            onCancel={() => setNaming(false)}
          />
        </div>
      )}
    </>
  );
}
