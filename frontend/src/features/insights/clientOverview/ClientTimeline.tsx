// What happened with a client, newest first; each page reads what follows the one above it.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Client } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { lazyComponent } from "../../../ui/lazyComponent";
import { changedSearch, type ScreenSearch } from "../../../ui/links/screenSearch";
import { AddNote } from "./AddNote";
import classes from "./Timeline.module.css";
import { TimelineEntry } from "./TimelineEntry";
import { permittedGroups, readGroup, readPages, type TimelineGroup } from "./timelineGroups";
import { timelineQuery } from "./timelineQueries";

const NoteDialog = lazyComponent(async () => (await import("./NoteDialog")).NoteDialog);
const PAGE_HEIGHT = 320;

export function ClientTimeline({ client }: { client: Client }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { view, page, edit } = useSearch({ strict: false }) as ScreenSearch;
  const groups = permittedGroups(useCurrentUser(), client.mrr !== undefined);
  const group = readGroup(view, groups);
  const close = () =>
    void navigate({ to: ".", search: changedSearch({ edit: undefined }), resetScroll: false });
  return (
    <section className={classes.timeline} aria-label={t("client_page.timeline.title")}>
      <div className={classes.heading}>
        <h2>{t("client_page.timeline.title")}</h2>
        <Filters group={group} groups={groups} />
        <AddNote client={client} size="compact-sm" />
      </div>
      <TimelinePage
        key={group ?? ""}
        client={client}
        group={group}
        pages={readPages(page)}
        number={1}
      />
      {edit !== undefined && <NoteDialog client={client} edit={edit} onClose={close} />}
    </section>
  );
}

type FilterProps = { group: TimelineGroup | undefined; groups: readonly TimelineGroup[] };

function Filters({ group, groups }: FilterProps) {
  const t = useTranslate();
  return (
    <nav aria-label={t("client_page.timeline.filter")} className={classes.filters}>
      {[undefined, ...groups].map((one) => (
        <Link
          key={one ?? ""}
          to="."
          search={one === undefined ? {} : { view: one }}
          resetScroll={false}
          className={classes.filter}
          aria-current={one === group ? "page" : undefined}
          activeOptions={{ exact: true }}
        >
          {t(`client_page.timeline.group.${one ?? "all"}`)}
        </Link>
      ))}
    </nav>
  );
}

type PageProps = {
  client: Client;
  group: TimelineGroup | undefined;
  before?: string;
  pages: number;
  number: number;
};

function TimelinePage({ client, group, before, pages, number }: PageProps) {
  const t = useTranslate();
  const { data, isError, error, refetch } = useQuery(timelineQuery(client.api_id, group, before));
  if (data === undefined)
    return isError ? (
      <LoadFailure retry={refetch} error={error} />
    ) : (
      <Skeleton height={PAGE_HEIGHT} />
    );
  if (number === 1 && data.entries.length === 0)
    return (
      <p className={classes.none}>
        {t(group === undefined ? "client_page.timeline.none" : "client_page.timeline.none_of_kind")}
      </p>
    );
  return (
    <>
      <ul className={classes.entries}>
        {data.entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no id, and a page keeps its order
          <TimelineEntry key={`${entry.kind}-${entry.on}-${index}`} client={client} entry={entry} />
        ))}
      </ul>
      {data.next !== null && number < pages && (
        <TimelinePage {...{ client, group, pages }} before={data.next} number={number + 1} />
      )}
      {data.next !== null && number >= pages && (
        <Link
          to="."
          search={changedSearch({ page: number + 1 })}
          resetScroll={false}
          replace
          className={classes.more}
        >
          {t("client_page.timeline.more")}
        </Link>
      )}
    </>
  );
}
