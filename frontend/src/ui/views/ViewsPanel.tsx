// One's own views of a list: open one, keep what is shown now, rename, bring up to date, open the list with it, remove.
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Popover.css";
import { Checkbox, Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageQuery } from "../../api/queries";
import type { SavedView } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { FailedPart } from "../FailedPart";
import { viewQuery, viewSearch } from "../table/listSearch";
import { NameForm } from "./NameForm";
import { VIEWS_PATH } from "./savedViews";
import { useViewChanges } from "./useViewChanges";
import { ViewRow } from "./ViewRow";
import classes from "./Views.module.css";
import { ViewsTrigger } from "./ViewsTrigger";
import type { ViewsProps } from "./viewsProps";

const MOST = 100;

export function ViewsPanel(props: ViewsProps) {
  const t = useTranslate();
  const title = t("table.views");
  return (
    <Popover defaultOpened position="bottom-end" withinPortal trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ViewsTrigger />
      </Popover.Target>
      <Popover.Dropdown aria-label={title} className={classes.panel}>
        <OwnViews {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function OwnViews({ list, name, state }: ViewsProps) {
  const t = useTranslate();
  const query = { list_name: name, per_page: MOST };
  const { data, isError, refetch } = useQuery(pageQuery<SavedView>(VIEWS_PATH, query));
  const now = viewQuery(list, state.search);
  if (isError) return <FailedPart retry={refetch} />;
  return (
    <Stack gap="xs">
      <ul className={classes.views} aria-busy={data === undefined}>
        <li className={classes.row}>
          <UnstyledButton
            className={classes.name}
            aria-current={now === "" ? "true" : undefined}
            onClick={() => state.show({})}
          >
            {t("views.plain")}
          </UnstyledButton>
        </li>
        {data?.data.map((view) => {
          const kept = viewSearch(list, view.query);
          return (
            <ViewRow
              key={view.api_id}
              view={view}
              now={now}
              current={viewQuery(list, kept) === now}
              show={() => state.show(kept)}
            />
          );
        })}
      </ul>
      <SaveNow name={name} now={now} />
    </Stack>
  );
}

function SaveNow({ name: list, now }: { name: string; now: string }) {
  const t = useTranslate();
  const { create } = useViewChanges();
  const [starts, setStarts] = useState(false);
  const save = async (name: string) => {
    await create.mutateAsync({ list_name: list, name, query: now, is_default: starts });
    setStarts(false);
  };
  return (
    <section className={classes.save} aria-label={t("views.save_now")}>
      <Text size="xs" fw={500} c="dimmed" mb={4}>
        {t("views.save_now")}
      </Text>
      <NameForm label={t("views.name")} action={t("views.save")} save={save}>
        <Checkbox
          size="xs"
          mt="xs"
          label={t("views.start_with_it")}
          checked={starts}
          onChange={(event) => setStarts(event.currentTarget.checked)}
        />
      </NameForm>
    </section>
  );
}
