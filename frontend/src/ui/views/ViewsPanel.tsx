// The views of a list: open one, keep what is shown now, rename, share, open the list with it, remove.
import { Stack, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SavedView } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { FailedPart } from "../feedback/FailedPart";
import { viewQuery, viewSearch } from "../table/listSearch";
import { ToolbarPopover } from "../table/ToolbarPopover";
import { SaveForm } from "./SaveForm";
import { openedSearch, viewsQuery } from "./savedViews";
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
  if (isError) return <FailedPart retry={refetch} />;
  const known = isPlaceholderData ? undefined : data?.data;
  const { saved } = state.search;
  const now = viewQuery(list, state.search);
  const open = known?.find(({ api_id }) => api_id === saved);
  const differs = now !== (open ? viewQuery(list, viewSearch(list, open.query)) : "");
  const isPlain = saved === undefined && now === "";
  return (
    <Stack gap="xs" className={classes.panel}>
      <div className={classes.lists} aria-busy={!known}>
        <UnstyledButton
          className={classes.name}
          aria-current={isPlain ? "true" : undefined}
          onClick={() => state.show({})}
        >
          {t("views.everything")}
        </UnstyledButton>
        <Part {...props} views={known?.filter(({ is_shared: shared }) => !shared)} />
        <Part {...props} views={known?.filter(({ is_shared: shared }) => shared)} shared />
      </div>
      <section className={classes.save} aria-label={t("views.save_now")}>
        <Text size="xs" fw={500} c="dimmed" mb={4}>
          {t(differs ? "views.save_now" : "views.nothing_new")}
        </Text>
        {differs && (
          <SaveForm
            list={name}
            now={now}
            onSaved={(view) => state.show(openedSearch(list, view))}
          />
        )}
      </section>
    </Stack>
  );
}

type PartProps = ViewsProps & { views: readonly SavedView[] | undefined; shared?: boolean };

function Part({ list, state, views, shared = false }: PartProps) {
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
