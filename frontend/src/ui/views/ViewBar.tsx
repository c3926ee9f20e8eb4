// The bar of the open view: its name, unsaved changes, and a link to the list without a view.
import { Button, Text } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SavedView } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { Badge } from "../display/Badge";
import { readViewQuery, toViewQuery } from "../table/viewQuery";
import { SaveForm } from "./SaveForm";
import { openViewSearch, viewsQuery } from "./savedViews";
import { useRecordViewUse } from "./useRecordViewUse";
import { useViewChanges } from "./useViewChanges";
import classes from "./Views.module.css";
import type { ViewsProps } from "./viewsProps";

export function ViewBar(props: ViewsProps) {
  const { list, name, state } = props;
  const t = useTranslate();
  const { data, isPlaceholderData, isError } = useQuery(viewsQuery(name));
  const views = isPlaceholderData ? undefined : data?.data;
  const view = views?.find(({ api_id }) => api_id === state.search.saved);
  useRecordViewUse(view);
  const currentQuery = toViewQuery(list, state.search);
  const savedQuery = view && toViewQuery(list, readViewQuery(list, view.query));
  return (
    <section className={classes.bar} aria-label={t("views.open_view")} aria-busy={!views}>
      <IconBookmark size={16} aria-hidden />
      {views && <ViewName view={view} isModified={savedQuery !== currentQuery} />}
      {(views || isError) && (
        // The key resets a form that was opened for another view.
        <ViewBarActions
          key={state.search.saved}
          {...props}
          view={view}
          currentQuery={currentQuery}
          savedQuery={savedQuery}
        />
      )}
    </section>
  );
}

function ViewName({ view, isModified }: { view: SavedView | undefined; isModified: boolean }) {
  const t = useTranslate();
  if (!view) return <Text size="sm">{t("views.gone")}</Text>;
  const { is_mine: mine, owner } = view;
  return (
    <>
      <strong className={classes.opened}>{view.name}</strong>
      {view.is_shared && (
        <Badge>{mine ? t("views.shared_by_me") : t("views.shared_by", { name: owner.name })}</Badge>
      )}
      {isModified && (
        <Text size="xs" c="dimmed">
          {t("views.differs")}
        </Text>
      )}
    </>
  );
}

type ActionsProps = ViewsProps & {
  view: SavedView | undefined;
  currentQuery: string;
  savedQuery: string | undefined;
};

function ViewBarActions({ list, name, state, view, currentQuery, savedQuery }: ActionsProps) {
  const t = useTranslate();
  const { change } = useViewChanges();
  const [isNaming, setIsNaming] = useState(false);
  // A deleted view can be saved again, unless the list has no parameters.
  const isModified = view ? savedQuery !== currentQuery : currentQuery !== "";
  const update = (target: SavedView) =>
    change.mutate({
      view: target,
      changes: { query: currentQuery },
      done: t("views.updated", { name: target.name }),
    });
  return (
    <>
      {isModified && view?.may_change && (
        <Button size="compact-xs" loading={change.isPending} onClick={() => update(view)}>
          {t(view.is_shared ? "views.update_shared" : "views.update_open")}
        </Button>
      )}
      {isModified && (
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={isNaming}
          onClick={() => setIsNaming(!isNaming)}
        >
          {t("views.save_as")}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={() => state.show({})}>
        {t("views.show_everything")}
      </Button>
      {isModified && isNaming && (
        <div className={classes.naming}>
          <SaveForm
            list={name}
            currentQuery={currentQuery}
            onSaved={(saved) => state.show(openViewSearch(list, saved))}
            onCancel={() => setIsNaming(false)}
          />
        </div>
      )}
    </>
  );
}
