// The panel of a list's views: open, save, rename, share, pin and remove.
import { Stack, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SavedView } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { LoadFailure } from "../feedback/LoadFailure";
import { ToolbarPopover } from "../table/ToolbarPopover";
import { readViewQuery, toViewQuery } from "../table/viewQuery";
import { SaveForm } from "./SaveForm";
import { openViewSearch, viewsQuery } from "./savedViews";
import { ViewRow } from "./ViewRow";
import classes from "./Views.module.css";
import { ViewsTrigger } from "./ViewsTrigger";
import type { ViewsProps } from "./viewsProps";

export function ViewsPanel(props: ViewsProps) {
  const t = useTranslate();
  return (
    <ToolbarPopover trigger={ViewsTrigger} label={t("table.views")}>
      <Views {...props} />
    </ToolbarPopover>
  );
}

function Views(props: ViewsProps) {
  const { list, name, state } = props;
  const t = useTranslate();
  const { data, isPlaceholderData, isError, refetch } = useQuery(viewsQuery(name));
  if (isError) return <LoadFailure retry={refetch} />;
  const allViews = isPlaceholderData ? undefined : data?.data;
  const { saved } = state.search;
  const currentQuery = toViewQuery(list, state.search);
  const open = allViews?.find(({ api_id }) => api_id === saved);
  const isModified =
    currentQuery !== (open ? toViewQuery(list, readViewQuery(list, open.query)) : "");
  const isWithoutView = saved === undefined && currentQuery === "";
  return (
    <Stack gap="xs" className={classes.panel}>
      <div className={classes.lists} aria-busy={!allViews}>
        <UnstyledButton
          className={classes.name}
          aria-current={isWithoutView ? "true" : undefined}
          onClick={() => state.show({})}
        >
          {t("views.everything")}
        </UnstyledButton>
        <ViewGroup {...props} views={allViews?.filter(({ is_shared: shared }) => !shared)} />
        <ViewGroup {...props} views={allViews?.filter(({ is_shared: shared }) => shared)} shared />
      </div>
      <section className={classes.save} aria-label={t("views.save_now")}>
        <Text size="xs" fw={500} c="dimmed" mb={4}>
          {t(isModified ? "views.save_now" : "views.nothing_new")}
        </Text>
        {isModified && (
          <SaveForm
            list={name}
            currentQuery={currentQuery}
            onSaved={(view) => state.show(openViewSearch(list, view))}
          />
        )}
      </section>
    </Stack>
  );
}

type ViewGroupProps = ViewsProps & { views: readonly SavedView[] | undefined; shared?: boolean };

function ViewGroup({ list, state, views, shared = false }: ViewGroupProps) {
  const t = useTranslate();
  if (!views) return null;
  const title = t(shared ? "views.shared" : "views.mine");
  return (
    <>
      <Text size="xs" fw={500} c="dimmed" px={8} pt={8} aria-hidden>
        {title}
      </Text>
      {views.length === 0 ? (
        <Text size="xs" px={8}>
          {t(shared ? "views.none_shared" : "views.none_mine")}
        </Text>
      ) : (
        <ul className={classes.views} aria-label={title}>
          {views.map((view) => (
            <ViewRow key={view.api_id} view={view} list={list} state={state} />
          ))}
        </ul>
      )}
    </>
  );
}
